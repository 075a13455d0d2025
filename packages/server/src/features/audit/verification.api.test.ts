import { audit } from '@basics/contract/audit/audit.ts';
import { describe, expect, test } from 'vitest';
import { insertSeal } from '#server/platform/audit/audit.repository.ts';
import { writeSeal } from '#server/platform/audit/audit-seal.ts';
import { days } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { noon, openPortal, testKey } from '#server/testing/portal.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
import { verifyIfDue } from './verifier.ts';

describe.each(databases)('the verification of the audit log (%s)', (kind) => {
  test('administrators see the last verification and start a new one, which finds a changed entry', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { database } = portal;
    const root = await addPerson(portal, { profileId: 1 });
    let { token } = root;
    const readVerification = async () => (await portal.call(audit.verification, { token })).body;
    const startVerification = async () => (await portal.call(audit.verify, { token })).body;
    const loggedErrors: unknown[] = [];
    const verifyAuditLog = () =>
      verifyIfDue({
        database,
        clock: portal.now,
        seals: { publicKey: testKey.signer.publicKey, sealFile: { readSeal: () => Promise.resolve(null) } },
        log: { error: (message: unknown) => void loggedErrors.push(message) },
      });
    expect(await readVerification()).toMatchObject({ running: false, last: null, newest: { auditId: 1 }, seal: null });
    expect(await startVerification()).toMatchObject({ running: true, last: null, newest: { auditId: 2 } });
    expect(await startVerification(), 'only one runs').toMatchObject({ newest: { auditId: 2 } });
    await verifyAuditLog();
    const completeVerification = {
      running: false,
      last: { at: '2026-03-10T12:00:00.000Z', isWhole: true, entries: 2, why: null },
    };
    expect(await readVerification()).toMatchObject(completeVerification);
    await verifyAuditLog();
    portal.pass(days(1));
    await verifyAuditLog();
    token = await createSession(portal, root);
    expect(await readVerification(), 'once a day').toMatchObject({
      last: { at: '2026-03-11T12:00:00.000Z', isWhole: true },
    });

    const seal = writeSeal({ auditId: 2, hash: 'ab'.repeat(32), at: noon }, testKey.signer);
    await insertSeal(database.kysely, { auditId: 2, at: noon, seal });
    await startVerification();
    await verifyAuditLog();
    expect(await readVerification()).toMatchObject({
      seal: { auditId: 2, text: seal },
      last: { isWhole: false, hash: null, auditId: null, why: expect.stringContaining('(entry 2) is not in it') },
    });
    await tamperWithAudit(kind, database, 'update audit set actor_id = 9 where id = 1');
    await startVerification();
    await verifyAuditLog();
    expect(await readVerification()).toMatchObject({
      last: { isWhole: false, auditId: 1, why: 'The entry was changed.' },
    });
    expect(loggedErrors).toHaveLength(2);
    await portal.close();
  });
});
