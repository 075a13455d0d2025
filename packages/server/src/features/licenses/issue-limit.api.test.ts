import { licenses } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { describe, expect, test } from 'vitest';
import { hours } from '#server/platform/clock.ts';
import { databases } from '#server/testing/databases.ts';
import { codeOf, machine } from '#server/testing/machine.ts';
import { newcomer, sessionOf } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { codeIn } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/suite-portal.ts';

describe.each(databases)('the daily limits of licences on %s', (kind) => {
  const portal = suitePortal(kind);

  const issue = async (owner: Person, pc: string, more: Record<string, unknown> = {}, by = owner) =>
    portal().ask(licenses.issue, {
      token: await sessionOf(portal(), by),
      params: { id: owner.id },
      body: { verificationCode: codeOf(machine(pc), { at: portal().now() }), ...more },
    });

  test('one PC gets ten; the next one is refused with the waiting time, unless staff give a reason', async () => {
    const [ada, admin] = [await newcomer(portal()), await newcomer(portal(), { profileId: 1 })];
    expect((await issue(ada, 'DESK')).status).toBe(200);
    portal().pass(hours(3));
    for (let count = 1; count < limits.licence.perDay.pc; count += 1)
      expect((await issue(ada, 'DESK')).status).toBe(200);
    expect(await issue(ada, 'DESK')).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(21 * 3600) },
      body: { code: 'ISSUE_LIMIT', message: expect.stringContaining('Try again in 21 hours') },
    });
    expect((await issue(ada, 'LAP')).status, 'another PC').toBe(200);
    expect((await issue(ada, 'DESK', { overrideReason: 'new image of the PC' }, admin)).status).toBe(200);
    portal().pass(hours(21));
    expect(codeIn((await issue(ada, 'DESK')).body), 'the exception counts too').toBe('ISSUE_LIMIT');
    portal().pass(hours(3));
    expect((await issue(ada, 'DESK')).status).toBe(200);
  });

  test('one account gets 50, for all its PCs together', async () => {
    const ada = await newcomer(portal());
    const { kysely } = portal().database;
    const policy = kysely.updateTable('licencePolicies').where('profileId', '=', 7);
    await policy.set({ seats: 100 }).execute();
    for (let count = 0; count < limits.licence.perDay.account; count += 1)
      expect((await issue(ada, `PC ${count}`)).status).toBe(200);
    const refused = await issue(ada, 'ONE MORE');
    await policy.set({ seats: 2 }).execute();
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'ISSUE_LIMIT', message: expect.stringContaining('This account got 50 licences') },
    });
  });
});
