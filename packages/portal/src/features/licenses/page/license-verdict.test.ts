import type { LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { expect, test } from 'vitest';
import { createOverview } from '#portal/testing/records/licenses.ts';
import { findVerdict } from './license-verdict.tsx';

const expiry = { expiryDate: '2027-11-28', acceptedUntil: '2027-12-12', renewalOpens: null };
const at = '2027-03-05T10:00:00.000Z';
const installedAt = at;
const current = { licenseId: 9, machineName: 'DESKTOP-4F7K2QX' };

const createEnded = (
  how: NonNullable<LicenseOverview['ended']>['how'],
  status: LicenseOverview['status'] = 'Replaced',
) => ({
  ...expiry,
  status,
  ended: { how, at },
});

type Case = {
  state: string;
  change: Partial<LicenseOverview>;
  verdict: string;
  effect: string | null;
  isUsable: boolean;
};

const cases = (
  [
    ['new', expiry, 'Licensed until 28 November 2027', null, true],
    ['installed', { ...expiry, installedAt }, 'Licensed until 28 November 2027', null, true],
    ['renewed', { ...expiry, renewedFrom: '2026-11-28' }, 'Renewed until 28 November 2027', null, true],
    [
      'renewed and installed',
      { ...expiry, renewedFrom: '2026-11-28', installedAt },
      'Licensed until 28 November 2027',
      null,
      true,
    ],
    [
      'for 7 days',
      { ...expiry, bridge: true },
      'Licensed for 7 days, until 28 November 2027',
      'Good until 28 November 2027. Before that, free a seat or ask your contact.',
      true,
    ],
    [
      'expired, in its grace period',
      { ...expiry, status: 'Expired' },
      'Expired on 28 November 2027',
      'Basics on DESKTOP-4F7K2QX still works until 12 December 2027, then it stops.',
      false,
    ],
    [
      'expired, after its grace period',
      { expiryDate: '2027-10-28', acceptedUntil: '2027-11-11', status: 'Expired' },
      'Expired on 28 October 2027',
      'Basics on DESKTOP-4F7K2QX no longer accepts this licence.',
      false,
    ],
    [
      'revoked',
      createEnded('revoked', 'Revoked'),
      'Revoked on 5 March 2027',
      'Basics stops the next time DESKTOP-4F7K2QX is online.',
      false,
    ],
    [
      'revoked, and expired since',
      { ...createEnded('revoked', 'Revoked'), expiryDate: '2027-10-28', acceptedUntil: '2027-11-11' },
      'Revoked on 5 March 2027',
      'Basics on DESKTOP-4F7K2QX no longer accepts this licence.',
      false,
    ],
    [
      'returned',
      createEnded('returned', 'Revoked'),
      'Returned on 5 March 2027',
      'Basics has removed this licence from DESKTOP-4F7K2QX. The seat is free again.',
      false,
    ],
    [
      'replaced on the same PC',
      { ...createEnded('replaced'), current },
      'Replaced on 5 March 2027',
      'DESKTOP-4F7K2QX has a newer licence.',
      false,
    ],
    [
      'moved to another PC',
      { ...createEnded('replaced'), current: { ...current, machineName: 'NEW' } },
      'Replaced on 5 March 2027',
      'NEW has replaced DESKTOP-4F7K2QX.',
      false,
    ],
    ['replaced by a licence that ended too', createEnded('replaced'), 'Replaced on 5 March 2027', null, false],
    [
      'removed',
      createEnded('removed'),
      'PC removed on 5 March 2027',
      'DESKTOP-4F7K2QX no longer takes a seat. The licence that is installed there works until 12 December 2027.',
      false,
    ],
    [
      'of a suspended account',
      { ...expiry, status: 'Suspended' },
      'The account is suspended',
      'Basics accepts this licence again when the account is no longer suspended.',
      false,
    ],
  ] satisfies [string, Case['change'], string, Case['effect'], boolean][]
).map(([state, change, verdict, effect, isUsable]): Case => ({ state, change, verdict, effect, isUsable }));

test.each(cases)('the verdict about a licence that is $state', ({ change, verdict, effect, isUsable }) => {
  const overview = createOverview(change);
  expect(findVerdict(overview, true, '2027-12-01')).toMatchObject({ verdict, effect, isUsable });
  expect(findVerdict(overview, false, '2027-12-01').effect ?? '').not.toMatch(/\byou|contact/i);
});

test('only a renewed licence that is not installed waits for its installation', () => {
  const renewed = createOverview({ renewedFrom: '2026-11-28' });
  expect(findVerdict(renewed, true, '2026-11-01').waitsForInstallation).toBe(true);
  for (const change of [
    { ...renewed, installedAt },
    { ...renewed, renewedFrom: null },
    { ...renewed, ...createEnded('replaced') },
  ])
    expect(findVerdict({ ...renewed, ...change }, true, '2026-11-01').waitsForInstallation).toBe(false);
});

test('a licence that can be renewed says how many days are left, in the colour of a warning, but not if a renewal adds no time', () => {
  const renewable = createOverview({ ...expiry, renewalOpens: '2027-10-29T00:00:00.000Z' });
  expect(findVerdict(renewable, true, '2027-10-28').tone).toBe('ok');
  expect(findVerdict(renewable, true, '2027-10-29')).toMatchObject({
    tone: 'warn',
    timeLeft: 'Expires in 30 days',
    verdict: '28 November 2027',
  });
  expect(findVerdict({ ...renewable, grantEndsOn: expiry.expiryDate }, true, '2027-10-29').tone).toBe('ok');
});
