import { readdir, rm, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { findAuditHead, insertSeal, writePublicAuditKey } from '#server/platform/audit/audit.repository.ts';
import { writeSeal } from '#server/platform/audit/audit-seal.ts';
import { readAuditKey, writeAuditKey } from '#server/platform/security/key-files.ts';
import { databases } from '#server/testing/database/databases.ts';
import { noon } from '#server/testing/portal.ts';
import { createStoppedPortal } from '#server/testing/processes/stopped-portal.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';

const clock = () => noon;

/** Creates a stopped portal whose audit log is sealed, and functions that use its key. */
async function createSealedPortal(kind: (typeof databases)[number]) {
  const operator = await createStoppedPortal(kind);
  const { database, folder } = operator;
  const keyFile = join(folder, 'keys/audit.pem');
  await writeAuditKey(keyFile);
  const signer = await readAuditKey(keyFile);
  await writePublicAuditKey(database.kysely, Buffer.from(signer.publicKey).toString('hex'));
  const recordEntry = () =>
    database.transact((trx) =>
      recordAudit(trx, { at: noon, ...bySystem, action: 'demo.fill', subject: { kind: 'mail', id: null } }),
    );
  const storeSeal = async (hash?: string) => {
    const head = (await findAuditHead(database.kysely)) ?? { auditId: 0, hash: '' };
    const seal = writeSeal({ ...head, ...(hash !== undefined && { hash }), at: noon }, signer);
    await insertSeal(database.kysely, { auditId: head.auditId, at: noon, seal });
  };
  await recordEntry();
  await storeSeal();
  const run = (...args: string[]) => operator.run(args, { clock });
  return { database, keyFile, recordEntry, storeSeal, run };
}

const sealForged = 'ab'.repeat(32);

test.each(databases)(
  'after the key of the audit log was lost, replaced or stolen, one command creates another; seals of the earlier key still count, and no later ones of it (%s)',
  async (kind) => {
    const { database, keyFile, recordEntry, storeSeal, run } = await createSealedPortal(kind);
    const events = {
      lost: () => rm(keyFile),
      replaced: async () => {
        await rename(keyFile, `${keyFile}.stolen`);
        await writeAuditKey(keyFile);
      },
      stolen: async () => {},
    };
    expect(await run('keys', 'audit', 'next')).toMatchObject({ code: 2, error: expect.stringContaining('--reason') });
    for (const [event, happen] of Object.entries(events)) {
      await happen();
      if (event === 'replaced')
        expect((await run('doctor', '--offline')).error).toMatch(/FAULT +audit-seals: .*\n +.*keys audit next/);
      expect(await run('keys', 'audit', 'next', '--reason', event), event).toMatchObject({ code: 0 });
      expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
      await recordEntry();
      expect(await run('audit', 'verify'), event).toMatchObject({ code: 0 });
      expect((await run('doctor', '--offline')).error, event).toMatch(/ok +audit-seals/);
    }
    expect((await readdir(join(keyFile, '..'))).filter((name) => name.startsWith('audit-'))).toHaveLength(2);
    await storeSeal(sealForged);
    expect(await run('audit', 'verify'), 'a thief with the first key seals nothing').toMatchObject({ code: 0 });
    await tamperWithAudit(kind, database, "update audit set action = 'forged' where id = 1");
    expect(await run('audit', 'verify')).toMatchObject({ code: 1 });
  },
);

test('while a portal runs, the key of the audit log is not changed', async () => {
  const { database, run } = await createSealedPortal('SQLite');
  const portal = { id: 'a', sessionKeyId: 'b', version: '1', schemaName: '1', host: 'h', pid: 1, startedAt: noon };
  await database.kysely
    .insertInto('portalProcesses')
    .values({ ...portal, readyAt: noon, lastSeenAt: noon })
    .execute();
  expect(await run('keys', 'audit', 'next', '--reason', 'x')).toMatchObject({
    code: 1,
    error: 'A portal runs on this database. Stop all portals, and run this again.\n',
  });
});
