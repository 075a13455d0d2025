import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import { readProblemCode, openPortal, type Portal } from '#server/testing/portal.ts';
import { findTrialFingerprints } from '../seats/machine-parts.repository.ts';

const requestLicense = async (
  portal: Portal,
  owner: Person,
  pc: ReturnType<typeof createMachine>,
  { by = owner, ...more }: IssueOptions = {},
) =>
  portal.call(licenses.issue, {
    token: await createSession(portal, by),
    params: { id: owner.id },
    body: { verificationCode: createCode(pc, { at: portal.now() }), ...more },
  });
type IssueOptions = { by?: Person; overrideReason?: string; preview?: true };

const requestExpiryDate = async (...args: Parameters<typeof requestLicense>): Promise<string> =>
  licenseShape.parse((await requestLicense(...args)).body).expiryDate;

describe.each(databases)('a trial licence (%s)', (kind) => {
  test('all codes of an account get the same expiry date of its one trial licence, and only staff can allow a second trial (T300)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const [guest, admin] = [await addPerson(portal, { profileId: 99 }), await addPerson(portal, { profileId: 1 })];
    const desk = createMachine('DESK');
    expect(await requestExpiryDate(portal, guest, desk)).toBe('2026-04-09');
    portal.pass(days(25));
    expect(await requestExpiryDate(portal, guest, desk), 'also shortly before its end').toBe('2026-04-09');
    portal.pass(days(6));
    for (const pc of [desk, createMachine('ANOTHER')]) {
      const previewResponse = await requestLicense(portal, guest, pc, { preview: true });
      expect(previewResponse.body).toMatchObject({ problem: { code: 'TRIAL_USED' } });
      expect(await requestLicense(portal, guest, pc)).toMatchObject({ status: 422, body: { code: 'TRIAL_USED' } });
    }
    expect(await requestExpiryDate(portal, guest, desk, { by: admin, overrideReason: 'a fair in May' })).toBe(
      '2026-05-10',
    );
    expect(await requestExpiryDate(portal, guest, desk), 'the second trial keeps its end').toBe('2026-05-10');
  });

  test('a PC gets one trial licence: a second account gets no trial for the same PC, even if one part has changed', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const [first, second] = [await addPerson(portal, { profileId: 99 }), await addPerson(portal, { profileId: 99 })];
    const customer = await addPerson(portal);
    await requestLicense(portal, first, createMachine('DESK'));
    const repairedPc = createMachine('DESK', { 'system-disk': 'a new one' });
    for (const pc of [createMachine('DESK'), repairedPc])
      expect(readProblemCode((await requestLicense(portal, second, pc)).body)).toBe('TRIAL_USED');
    expect((await requestLicense(portal, second, createMachine('OTHER'))).status).toBe(200);
    expect(
      await requestExpiryDate(portal, customer, createMachine('DESK')),
      'a customer with a policy of months gets a licence',
    ).toBe('2027-03-10');
  });

  test('the search for an earlier trial licence of a PC uses the indexes of the known parts', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const [guest, other] = [await addPerson(portal, { profileId: 99 }), await addPerson(portal, { profileId: 99 })];
    const unknownParts = { 'board-id': '', 'system-disk': '' };
    await requestLicense(portal, guest, createMachine('DESK', unknownParts));
    await requestLicense(portal, other, createMachine('LAP', unknownParts));
    const db = portal.database.kysely;
    const trialKey = { userId: other.id, toolId: 'basics' };
    const computeFingerprint = (pc: ReturnType<typeof createMachine>) =>
      bytesToHex(createFingerprint(pc.facts, nodePrimitives));
    expect(await findTrialFingerprints(db, trialKey, computeFingerprint(createMachine('DESK')))).toHaveLength(1);
    expect(
      await findTrialFingerprints(db, trialKey, computeFingerprint(createMachine('THIRD', unknownParts))),
      'unknown parts',
    ).toEqual([]);
    await portal.database.transact(async (trx) => {
      // PostgreSQL reads a table of two rows without an index unless sequential scans are off.
      if (kind === 'PostgreSQL') await sql`set local enable_seqscan = off`.execute(trx);
      const plans = await readQueryPlans(trx, kind, (on) =>
        findTrialFingerprints(on, trialKey, computeFingerprint(createMachine('DESK'))),
      );
      expect(plans.map((plan) => /licenses_trial_\w+_index/.exec(plan)?.[0])).toEqual([
        'licenses_trial_machine_id_index',
        'licenses_trial_board_id_index',
        'licenses_trial_system_disk_index',
      ]);
    });
    await portal.close();
  });
});

describe.each(defaultDatabases)('the limit of checks for trial licences (%s)', (kind) => {
  test('a customer who checks many codes for trial licences must wait; staff do not have to wait', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const [guest, admin] = [await addPerson(portal, { profileId: 99 }), await addPerson(portal, { profileId: 1 })];
    const customer = await addPerson(portal);
    const listRefusals = async (owner: Person, options: IssueOptions) => {
      const problemCodes: unknown[] = [];
      for (let index = 0; index < 42; index += 1)
        problemCodes.push(
          readProblemCode((await requestLicense(portal, owner, createMachine(`PC ${index}`), options)).body) ??
            'answered',
        );
      return problemCodes.filter((code) => code !== 'answered');
    };
    expect(await listRefusals(guest, { preview: true })).toEqual(Array(2).fill('TOO_MANY_ATTEMPTS'));
    expect(await requestLicense(portal, guest, createMachine('DESK'))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
    });
    const helpBody = { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }), comment: '' };
    const params = { id: guest.id };
    expect((await portal.call(helpRequests.ask, { token: guest.token, params, body: helpBody })).status).toBe(429);
    expect(await listRefusals(guest, { preview: true, by: admin })).toEqual([]);
    expect(await listRefusals(customer, { preview: true }), 'a customer has no trials').toEqual([]);
    portal.pass(minutes(15));
    expect((await requestLicense(portal, guest, createMachine('DESK'))).status).toBe(200);
    await portal.close();
  });
});
