import { createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { extendAndVerifyChain } from '#server/testing/audit-of.ts';
import { readSealsInDatabase } from '#server/features/audit/witnesses.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { findValidSeals } from '#server/platform/audit/audit-seal.ts';
import { days, hours } from '#server/platform/clock/clock.ts';
import {
  databases,
  createTestDatabase,
  createTestLocation,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
import { sealAudit } from './seal-audit.ts';

const signer = createSignerFromSeed(new Uint8Array(32).fill(7));
const nextMonday = noon + days(6);

/**
 * Returns functions for the job that seals the audit log. `runSealJob` runs the job at the given time, and returns the
 * seals that the job writes to the log.
 */
function createSealJob(database: Database) {
  let storedSeal: string | null = null;
  const outbox = openOutbox(database);
  const runSealJob = async (at: number): Promise<string[]> => {
    const loggedSeals: string[] = [];
    await sealAudit({
      database,
      clock: () => at,
      queueLetter: outbox.queueLetter,
      signer,
      sealFile: {
        readSeal: () => Promise.resolve(storedSeal),
        write: (text) => {
          storedSeal = text;
          return Promise.resolve();
        },
      },
      log: { info: ({ seal: text }: { seal: string }) => void loggedSeals.push(text) },
    });
    return loggedSeals;
  };
  return { runSealJob, outbox, readStoredSeal: () => storedSeal };
}

const recordEntry = (database: Database, at: number): Promise<void> =>
  database.transact((trx) =>
    recordAudit(trx, { at, actorId: null, requestId: null, action: 'tool.update', subject: { kind: 'tool', id: at } }),
  );

describe.each(databases)('seals of the audit log (%s)', (kind) => {
  test('the job writes the seal of the newest audit entry to the log and to the file, and nobody can create a valid seal without the key (T461)', async () => {
    const database = await createTestDatabase(kind);
    const { runSealJob, readStoredSeal } = createSealJob(database);
    expect(await runSealJob(noon)).toEqual([]);
    await recordEntry(database, 1);
    const [first = ''] = await runSealJob(noon);
    expect(findValidSeals(`log: ${first}`, signer.publicKey)).toMatchObject([{ auditId: 1, at: noon }]);
    expect(await runSealJob(noon + hours(1)), 'no entry was written meanwhile').toEqual([first]);
    await recordEntry(database, 2);
    const [second = ''] = await runSealJob(noon + hours(2));
    expect(readStoredSeal()).toBe(second);
    expect(findValidSeals(second.replace('.2.', '.1.'), signer.publicKey)).toEqual([]);
    expect(findValidSeals(second, createSignerFromSeed(new Uint8Array(32)).publicKey)).toEqual([]);
    const witnesses = await readSealsInDatabase(database.kysely, [{ publicKey: signer.publicKey, endedBy: Infinity }]);
    expect(witnesses).toHaveLength(2);
    expect(await extendAndVerifyChain(database, witnesses)).toMatchObject({ ok: true });
  });

  test('each Monday, administrators get the seal of the audit log in one e-mail', async () => {
    const database = await createTestDatabase(kind);
    const { runSealJob, outbox } = createSealJob(database);
    const people = [
      createUserRow({ login: 'root@x.example', profileId: 1 }),
      createUserRow({ login: 'sam@x.example', profileId: 2 }),
    ];
    await database.kysely.insertInto('users').values(people).execute();
    await recordEntry(database, 1);
    await runSealJob(noon);
    const [sealed = ''] = await runSealJob(nextMonday);
    await runSealJob(nextMonday + hours(1));
    expect(await outbox.rows()).toMatchObject([
      { kind: 'auditSeal', toAddress: 'root@x.example', text: expect.stringContaining(sealed) },
    ]);
  });

  test('if someone removed the newest entry of the audit log, the job writes no new seal', async () => {
    const database = await createTestDatabase(kind);
    const { runSealJob, readStoredSeal } = createSealJob(database);
    for (const at of [1, 2]) await recordEntry(database, at);
    await runSealJob(noon);
    const sealBefore = readStoredSeal();
    await tamperWithAudit(
      kind,
      database,
      'delete from audit_seals',
      'update audit_head set hash = (select previous_hash from audit_chain where audit_id = 2)',
      'delete from audit_chain where audit_id = 2',
      'delete from audit where id = 2',
    );
    await expect(runSealJob(noon + hours(1))).rejects.toThrow('rewritten or cut');
    expect(readStoredSeal()).toBe(sealBefore);
  });

  test('two processes of the portal write one valid chain at the same time', async () => {
    const location = await createTestLocation(kind);
    const [one, other] = await Promise.all([openWithLongTimeouts(location), openWithLongTimeouts(location)]);
    try {
      await Promise.all(Array.from({ length: 30 }, (_, at) => recordEntry(at % 2 === 0 ? one : other, at)));
      expect(await extendAndVerifyChain(one)).toMatchObject({ ok: true, entries: 30 });
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});
