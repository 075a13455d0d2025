import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openParts, sealParts } from '#server/mail/queue-letter.ts';
import { sealPurposes, createSingleSealKey, createSeal, type SealKey } from '#server/platform/security/seal.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createLetter, openOutbox } from '#server/testing/mail/outbox.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { countSealedWith, reseal } from './reseal.ts';

const formerKey = createSingleSealKey(randomBytes(32)).current();
const formerSeal = createSeal(createSingleSealKey(formerKey.key));
const createParts = (letterNumber: number) => ({
  subject: `letter ${letterNumber}`,
  text: `link ${letterNumber}`,
  html: '',
});

/**
 * Creates a database with secrets that a former key encrypted (of authenticator apps, links and a webhook), and a seal that can decrypt them.
 */
async function createFormerSecrets(kind: (typeof databases)[number], count: number) {
  const database = await createTestDatabase(kind);
  const { kysely } = database;
  const row = kysely
    .insertInto('users')
    .values(createUserRow({ login: 'two@x.example' }))
    .returning('id');
  const { id: userId } = await row.executeTakeFirstOrThrow();
  for (let n = 0; n < count; n += 1) {
    const secret = formerSeal.close(sealPurposes.authenticatorApp(userId), `secret ${n}`);
    const app = { userId, kind: 'totp' as const, name: `${n}`, secret, transports: '[]', createdAt: 0, confirmedAt: 0 };
    await kysely.insertInto('secondFactors').values(app).execute();
    await openOutbox(database).queue(createLetter());
    const sealed = sealParts(formerSeal, createParts(n));
    await kysely.updateTable('outbox').set({ sealed }).where('sealed', 'is', null).execute();
  }
  await addWebhook(database);
  const newestKey = createSingleSealKey(randomBytes(32)).current();
  return { database, userId, newestKey, seal: createSealWith(newestKey, [formerKey]) };
}

/** Adds a service account with the only webhook, whose id is 1. */
async function addWebhook({ kysely }: Database): Promise<void> {
  const lists = { permissions: '[]', networks: '[]' };
  const account = { name: 'Shop', purpose: '', ownerId: 1, createdAt: 0, ...lists };
  await kysely.insertInto('serviceAccounts').values(account).execute();
  const sealed = formerSeal.close(sealPurposes.webhook(1), 'secrets');
  const hook = { accountId: 1, url: 'https://a.example/', types: '[]', state: 'active', lastEvent: 0 } as const;
  await kysely
    .insertInto('webhooks')
    .values({ ...hook, sealed, publicKey: '', createdAt: 0 })
    .execute();
}

const createSealWith = (current: SealKey, otherKeys: readonly SealKey[]) =>
  createSeal({
    current: () => current,
    find: async (keyId) => [current, ...otherKeys].find((key) => key.keyId === keyId)?.key ?? null,
  });

const readApps = ({ kysely }: Database) => kysely.selectFrom('secondFactors').select('secret').orderBy('id').execute();
const readLinks = ({ kysely }: Database) => kysely.selectFrom('outbox').select('sealed').orderBy('id').execute();

describe.each(databases)('encrypting stored values with a new key (%s)', (kind) => {
  test('values encrypted with a former key are readable; after the command "reseal", only the sealing key decrypts them', async () => {
    const { database, userId, newestKey, seal } = await createFormerSecrets(kind, 3);
    const [before] = await readApps(database);
    expect(await seal.open(sealPurposes.authenticatorApp(userId), before?.secret ?? '')).toBe('secret 0');

    expect(await reseal(database, { seal, keyId: newestKey.keyId })).toEqual([
      { name: 'authenticator apps', movedCount: 3, unreadableCount: 0 },
      { name: 'links in e-mails', movedCount: 3, unreadableCount: 0 },
      { name: 'webhooks', movedCount: 1, unreadableCount: 0 },
    ]);
    const sealWithNewestKey = createSealWith(newestKey, []);
    const appSecrets = await Promise.all(
      (await readApps(database)).map((row) =>
        sealWithNewestKey.open(sealPurposes.authenticatorApp(userId), row.secret),
      ),
    );
    expect(appSecrets).toEqual(['secret 0', 'secret 1', 'secret 2']);
    const links = await Promise.all(
      (await readLinks(database)).map((row) => openParts(sealWithNewestKey, row.sealed ?? '')),
    );
    expect(links).toEqual([createParts(0), createParts(1), createParts(2)]);
    expect(await countSealedWith(database, newestKey.keyId)).toBe(7);
    const hook = await database.kysely.selectFrom('webhooks').select('sealed').executeTakeFirstOrThrow();
    expect(await sealWithNewestKey.open(sealPurposes.webhook(1), hook.sealed)).toBe('secrets');
  });

  test('the command "reseal" continues after an interruption, and does not change a value whose key is missing', async () => {
    const { database, userId, newestKey, seal } = await createFormerSecrets(kind, 60);
    const unreadableSecret = createSeal(createSingleSealKey(randomBytes(32))).close(
      sealPurposes.authenticatorApp(userId),
      'lost',
    );
    await database.kysely
      .updateTable('secondFactors')
      .set({ secret: unreadableSecret })
      .where('name', '=', '5')
      .execute();
    let transactions = 0;
    const interruptedDatabase: Database = {
      ...database,
      transact: (work) =>
        ++transactions > 1 ? Promise.reject(new Error('the process ended')) : database.transact(work),
    };
    await expect(reseal(interruptedDatabase, { seal, keyId: newestKey.keyId })).rejects.toThrow('the process ended');
    expect(await countSealedWith(database, newestKey.keyId)).toBe(9);

    expect(await reseal(database, { seal, keyId: newestKey.keyId })).toMatchObject([
      { name: 'authenticator apps', movedCount: 50, unreadableCount: 1 },
      { name: 'links in e-mails', movedCount: 60, unreadableCount: 0 },
      { name: 'webhooks', movedCount: 1 },
    ]);
    expect((await readApps(database)).filter(({ secret }) => secret === unreadableSecret)).toHaveLength(1);
    expect(await reseal(database, { seal, keyId: newestKey.keyId })).toMatchObject([
      { movedCount: 0, unreadableCount: 1 },
      { movedCount: 0 },
      { movedCount: 0 },
    ]);
  });
});
