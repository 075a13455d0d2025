import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { expect, test } from 'vitest';
import { describeMachine } from './code-facts.tsx';

type Machine = LicensePreview['machine'];

const relations: Machine['relation'][] = ['new', 'known', 'changed', 'moved'];
const licenses: NonNullable<Machine['license']>[] = ['none', 'active', 'expired', 'revoked', 'removed'];
const problem = { code: 'SEAT_LIMIT', message: 'All 2 PCs are in use.' } as const;

const combinations = relations.flatMap((relation) =>
  licenses.flatMap((license) =>
    [true, false].flatMap((takesSeat) =>
      [true, false].flatMap((isGranted) =>
        [true, false].map((isForStaff) => ({ relation, license, takesSeat, isGranted, isForStaff })),
      ),
    ),
  ),
);

test.each(combinations)(
  'no sentence about the PC contradicts its state: $relation, $license, takes a seat: $takesSeat, granted: $isGranted, for staff: $isForStaff',
  ({ relation, license, takesSeat, isGranted, isForStaff }) => {
    const machine = { name: 'DESK', relation, license, ...(relation === 'moved' && { replaces: 'OLD' }) };
    const customer = isForStaff ? 'Grace Hopper' : undefined;
    const text = describeMachine({ machine, ...(!isGranted && { problem }) }, { takesSeat }, customer).join(' ');
    expect(/has expired|was revoked/.test(text)).toBe(license === 'expired' || license === 'revoked');
    expect(/has? a licence|have a licence/.test(text)).toBe(license === 'active');
    expect(/no licence/.test(text)).toBe(license === 'none');
    expect(/It was removed/.test(text)).toBe(license === 'removed');
    expect(/The new licence replaces it/.test(text)).toBe(isGranted && license === 'active');
    expect(/does not count as another PC/.test(text)).toBe(relation === 'changed' && isGranted && !takesSeat);
    expect(/^.*Replaces OLD/.test(text)).toBe(relation === 'moved' && isGranted);
    expect(/It would replace OLD/.test(text)).toBe(relation === 'moved' && !isGranted);
    if (isForStaff) expect(text).not.toMatch(/\byour?\b/i);
  },
);
