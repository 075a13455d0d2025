import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import type { Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

type IssueOptions = Record<string, unknown> & { by?: Person };

const issueForPc = async (portal: Portal, owner: Person, pc: string, { by = owner, ...more }: IssueOptions = {}) =>
  portal.call(licenses.issue, {
    token: await createSession(portal, by),
    params: { id: owner.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }), ...more },
  });

describe.each(databases)('the daily limits of licences (%s)', (kind) => {
  const portal = suitePortal(kind);

  const issue = (owner: Person, pc: string, options: IssueOptions = {}) => issueForPc(portal(), owner, pc, options);

  test('a PC gets ten licences a day; the next licence is refused with the waiting time, unless staff give a reason', async () => {
    const [ada, admin] = [await addPerson(portal()), await addPerson(portal(), { profileId: 1 })];
    expect((await issue(ada, 'DESK')).status).toBe(200);
    portal().pass(hours(3));
    for (let index = 1; index < limits.licence.perDay.pc; index += 1)
      expect((await issue(ada, 'DESK')).status).toBe(200);
    expect(await issue(ada, 'DESK')).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(21 * 3600) },
      body: { code: 'ISSUE_LIMIT', message: expect.stringContaining('Try again in 21 hours') },
    });
    expect((await issue(ada, 'LAP')).status, 'another PC').toBe(200);
    expect((await issue(ada, 'DESK', { overrideReason: 'new image of the PC', by: admin })).status).toBe(200);
    portal().pass(hours(21));
    expect(readProblemCode((await issue(ada, 'DESK')).body), 'the exception counts too').toBe('ISSUE_LIMIT');
    portal().pass(hours(3));
    expect((await issue(ada, 'DESK')).status).toBe(200);
  });

  test('an account gets 50 licences a day for the codes of all its PCs together; renewals without a code do not count', async () => {
    const [ada, admin] = [await addPerson(portal()), await addPerson(portal(), { profileId: 1 })];
    const { kysely } = portal().database;
    const policy = kysely.updateTable('licencePolicies').where('profileId', '=', 7);
    await policy.set({ seats: 100 }).execute();
    const issuedLicenses: License[] = [];
    for (let index = 0; index < limits.licence.perDay.account; index += 1)
      issuedLicenses.push(licenseShape.parse((await issue(ada, `PC ${index}`)).body));
    const refusedResponse = await issue(ada, 'ONE MORE');
    portal().pass(Date.parse(issuedLicenses[0]?.expiryDate ?? '') - days(20) - portal().now());
    const renewResponse = await portal().call(licenses.renewMany, {
      token: await createSession(portal(), admin),
      body: issuedLicenses.map(({ licenseId }) => licenseId),
    });
    const { results } = licenses.renewMany.reply.parse(renewResponse.body);
    expect(results.filter(({ outcome }) => outcome === 'renewed')).toHaveLength(limits.licence.perDay.account);
    expect((await issue(ada, 'ONE MORE')).status, 'after 50 renewals').toBe(200);
    await policy.set({ seats: 2 }).execute();
    expect(refusedResponse).toMatchObject({
      status: 429,
      body: { code: 'ISSUE_LIMIT', message: expect.stringContaining('This account got 50 licences') },
    });
  });

  test.each([
    ['2 hours', hours(2)],
    ['200 days', days(200)],
  ])('licences that were dated by a clock %s ahead do not count after the clock is corrected', async (_, ahead) => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(newPortal);
    newPortal.setClock(ahead);
    for (let index = 0; index < limits.licence.perDay.pc; index += 1)
      expect((await issueForPc(newPortal, ada, 'DESK')).status).toBe(200);
    expect((await issueForPc(newPortal, ada, 'DESK')).status).toBe(429);
    newPortal.setClock(-ahead);
    expect((await issueForPc(newPortal, ada, 'DESK')).status).toBe(200);
    await newPortal.close();
  });
});
