import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { createSealPurpose } from '#server/features/second-factor/factor.ts';
import { openParts, sealParts } from '#server/mail/sealed-parts.ts';
import { keyWithoutId, oneSealKey, createSeal } from '#server/platform/security/seal.ts';
import type { SealKey } from '#server/platform/security/seal.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import { createLetter, openOutbox } from '#server/testing/outbox.ts';
import { createUserRow } from '#server/testing/rows.ts';
import { countSealedWith, reseal } from './reseal.ts';

const sessionKey = randomBytes(32);
const bySession = createSeal(oneSealKey(sessionKey));
/** A text as earlier versions stored it: sealed with the session key, without the id of a key. */
const withoutId = (sealed: string): string => sealed.slice(sealed.indexOf('.') + 1);
const parts = (n: number) => ({ subject: `letter ${n}`, text: `link ${n}`, html: '' });

/** A database with authenticator apps and links that an earlier version sealed, and what opens them. */
async function sealedBefore(kind: (typeof databases)[number], count: number) {
  const database = await createTestDatabase(kind);
  const { kysely } = database;
  const row = kysely
    .insertInto('users')
    .values(createUserRow({ login: 'two@x.example' }))
    .returning('id');
  const { id: userId } = await row.executeTakeFirstOrThrow();
  for (let n = 0; n < count; n += 1) {
    const secret = withoutId(bySession.close(createSealPurpose(userId), `secret ${n}`));
    const app = { userId, kind: 'totp' as const, name: `${n}`, secret, transports: '[]', createdAt: 0, confirmedAt: 0 };
    await kysely.insertInto('secondFactors').values(app).execute();
    await openOutbox(database).queue(createLetter());
    const sealed = withoutId(sealParts(bySession, parts(n)));
    await kysely.updateTable('outbox').set({ sealed }).where('sealed', 'is', null).execute();
  }
  const newest = oneSealKey(randomBytes(32)).current();
  return { database, userId, newest, seal: sealOf(newest, [{ keyId: keyWithoutId, key: sessionKey }]) };
}

const sealOf = (current: SealKey, others: readonly SealKey[]) =>
  createSeal({
    current: () => current,
    find: async (keyId) => [current, ...others].find((key) => key.keyId === keyId)?.key ?? null,
  });

const appsOf = ({ kysely }: Database) => kysely.selectFrom('secondFactors').select('secret').orderBy('id').execute();
const linksOf = ({ kysely }: Database) => kysely.selectFrom('outbox').select('sealed').orderBy('id').execute();

describe.each(databases)('on %s', (kind) => {
  test('what the session key sealed is readable before, and only with the sealing key after', async () => {
    const { database, userId, newest, seal } = await sealedBefore(kind, 3);
    const [before] = await appsOf(database);
    expect(await seal.open(createSealPurpose(userId), before?.secret ?? '')).toBe('secret 0');

    expect(await reseal(database, { seal, keyId: newest.keyId })).toEqual([
      { name: 'authenticator apps', moved: 3, closed: 0 },
      { name: 'links in e-mails', moved: 3, closed: 0 },
    ]);
    const alone = sealOf(newest, []);
    const apps = await Promise.all(
      (await appsOf(database)).map((row) => alone.open(createSealPurpose(userId), row.secret)),
    );
    expect(apps).toEqual(['secret 0', 'secret 1', 'secret 2']);
    const links = await Promise.all((await linksOf(database)).map((row) => openParts(alone, row.sealed ?? '')));
    expect(links).toEqual([parts(0), parts(1), parts(2)]);
    expect(await countSealedWith(database, newest.keyId)).toBe(6);
  });

  test('an interrupted run goes on where it stopped, and a value whose key is not here stays as it is', async () => {
    const { database, userId, newest, seal } = await sealedBefore(kind, 60);
    const lost = createSeal(oneSealKey(randomBytes(32))).close(createSealPurpose(userId), 'lost');
    await database.kysely.updateTable('secondFactors').set({ secret: lost }).where('name', '=', '5').execute();
    let transactions = 0;
    const interrupted: Database = {
      ...database,
      transact: (verb) =>
        ++transactions > 1 ? Promise.reject(new Error('the process ended')) : database.transact(verb),
    };
    await expect(reseal(interrupted, { seal, keyId: newest.keyId })).rejects.toThrow('the process ended');
    expect(await countSealedWith(database, newest.keyId)).toBe(49);

    expect(await reseal(database, { seal, keyId: newest.keyId })).toEqual([
      { name: 'authenticator apps', moved: 10, closed: 1 },
      { name: 'links in e-mails', moved: 60, closed: 0 },
    ]);
    expect((await appsOf(database)).filter(({ secret }) => secret === lost)).toHaveLength(1);
    expect(await reseal(database, { seal, keyId: newest.keyId })).toMatchObject([
      { moved: 0, closed: 1 },
      { moved: 0 },
    ]);
  });
});
