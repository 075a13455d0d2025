import { audit } from '@basics/contract/audit.ts';
import { describe, expect, test } from 'vitest';
import { insertSeal } from '#server/platform/audit-seal.repository.ts';
import { writeSeal } from '#server/platform/audit-seal.ts';
import { days } from '#server/platform/clock.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import { addPerson, createSession } from '#server/testing/people.ts';
import { noon, openPortal, testKey } from '#server/testing/portal.ts';
import { tamper } from '#server/testing/tamper.ts';
import { verifyIfDue } from './verifier.ts';

describe.each(databases)('%s', (kind) => {
  test('administrators see the last verification and start another, which finds a changed entry', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { database } = portal;
    const root = await addPerson(portal, { profileId: 1 });
    let { token } = root;
    const read = async () => (await portal.call(audit.verification, { token })).body;
    const start = async () => (await portal.call(audit.verify, { token })).body;
    const errors: unknown[] = [];
    const run = () =>
      verifyIfDue({
        database,
        clock: portal.now,
        seals: { publicKey: testKey.signer.publicKey, sealFile: { read: () => Promise.resolve(null) } },
        log: { error: (text: unknown) => void errors.push(text) },
      });
    expect(await read()).toMatchObject({ running: false, last: null, newest: { auditId: 1 }, seal: null });
    expect(await start()).toMatchObject({ running: true, last: null, newest: { auditId: 2 } });
    expect(await start(), 'only one runs').toMatchObject({ newest: { auditId: 2 } });
    await run();
    const whole = { running: false, last: { at: '2026-03-10T12:00:00.000Z', isWhole: true, entries: 2, why: null } };
    expect(await read()).toMatchObject(whole);
    await run();
    portal.pass(days(1));
    await run();
    token = await createSession(portal, root);
    expect(await read(), 'once a day').toMatchObject({ last: { at: '2026-03-11T12:00:00.000Z', isWhole: true } });

    const seal = writeSeal({ auditId: 2, hash: 'ab'.repeat(32), at: noon }, testKey.signer);
    await insertSeal(database.kysely, { auditId: 2, at: noon, seal });
    await start();
    await run();
    expect(await read()).toMatchObject({
      seal: { auditId: 2, text: seal },
      last: { isWhole: false, hash: null, auditId: null, why: expect.stringContaining('(entry 2) is not in it') },
    });
    await tamper(kind, database, 'update audit set actor_id = 9 where id = 1');
    await start();
    await run();
    expect(await read()).toMatchObject({ last: { isWhole: false, auditId: 1, why: 'It was changed.' } });
    expect(errors).toHaveLength(2);
    await portal.close();
  });
});
