import { license as licenseShape, licenses } from '@basics/contract/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock.ts';
import { databases, freshDatabase } from '#server/testing/databases.ts';
import { codeOf, machine } from '#server/testing/machine.ts';
import { newcomer, sessionOf } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { codeIn, openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';

const requestLicense = async (
  portal: Portal,
  owner: Person,
  pc: ReturnType<typeof machine>,
  { by = owner, ...more }: IssueResult = {},
) =>
  portal.ask(licenses.issue, {
    token: await sessionOf(portal, by),
    params: { id: owner.id },
    body: { verificationCode: codeOf(pc, { at: portal.now() }), ...more },
  });
type IssueResult = { by?: Person; overrideReason?: string; preview?: true };

const readEnd = async (...asked: Parameters<typeof requestLicense>): Promise<string> =>
  licenseShape.parse((await requestLicense(...asked)).body).expiryDate;

describe.each(databases)('a trial on %s', (kind) => {
  test('one account gets one trial: it keeps its end on each code, and after it only staff can give another', async () => {
    const portal = await openPortal(await freshDatabase(kind));
    const [guest, admin] = [await newcomer(portal, { profileId: 99 }), await newcomer(portal, { profileId: 1 })];
    const desk = machine('DESK');
    expect(await readEnd(portal, guest, desk)).toBe('2026-04-09');
    portal.pass(days(25));
    expect(await readEnd(portal, guest, desk), 'also shortly before its end').toBe('2026-04-09');
    portal.pass(days(6));
    for (const pc of [desk, machine('ANOTHER')]) {
      const seen = await requestLicense(portal, guest, pc, { preview: true });
      expect(seen.body).toMatchObject({ problem: { code: 'TRIAL_USED' } });
      expect(await requestLicense(portal, guest, pc)).toMatchObject({ status: 422, body: { code: 'TRIAL_USED' } });
    }
    expect(await readEnd(portal, guest, desk, { by: admin, overrideReason: 'a fair in May' })).toBe('2026-05-10');
    expect(await readEnd(portal, guest, desk), 'the other one, again').toBe('2026-05-10');
  });

  test('one PC gets one trial: another account gets none for it, not even with one part changed', async () => {
    const portal = await openPortal(await freshDatabase(kind));
    const [first, second] = [await newcomer(portal, { profileId: 99 }), await newcomer(portal, { profileId: 99 })];
    const customer = await newcomer(portal);
    await requestLicense(portal, first, machine('DESK'));
    const repaired = machine('DESK', { 'system-disk': 'a new one' });
    for (const pc of [machine('DESK'), repaired])
      expect(codeIn((await requestLicense(portal, second, pc)).body)).toBe('TRIAL_USED');
    expect((await requestLicense(portal, second, machine('OTHER'))).status).toBe(200);
    expect(await readEnd(portal, customer, machine('DESK')), 'a customer buys').toBe('2027-03-10');
  });
});
