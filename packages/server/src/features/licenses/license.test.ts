import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { VerificationReason } from '@basics/licensing/verification-code.ts';
import { describe, expect, test } from 'vitest';
import { days, seconds } from '#server/platform/clock/clock.ts';
import { createMachine } from '#server/testing/records/machine.ts';
import { planLicense, findLicenseStatus, type KnownMachine, type Policy, type LicenseSituation } from './license.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const endOfDay = (day: string) => Date.parse(`${day}T23:59:59.000Z`);

const customerPolicy: Policy = { months: 12, days: null, seats: 2, moves: 3, graceDays: 14, renewalDays: null };
const viewerPolicy: Policy = { months: null, days: 30, seats: 1, moves: 3, graceDays: 14, renewalDays: null };

type Pc = ReturnType<typeof createMachine>;

/** Creates a PC that has had a licence; `expiryDay` is the last day of its current licence, or null if it has none. */
const createKnownMachine = (
  machineId: number,
  pc: Pc,
  expiryDay: string | null,
  issuedAt = now - days(100),
): KnownMachine => ({
  machineId,
  name: pc.name,
  fingerprint: createFingerprint(pc.facts, nodePrimitives),
  anchor: createFingerprint(pc.facts, nodePrimitives),
  anchoredAt: issuedAt,
  isReleased: false,
  declaredGone: null,
  licence: expiryDay === null ? null : { licenseId: machineId * 10, issuedAt, expiresAt: endOfDay(expiryDay) },
});

const planOfUnknownPc = { relation: 'new', machine: null };

/** Plans a licence for a code of the given PC. */
const planFor = (
  pc: Pc,
  machines: readonly KnownMachine[],
  changes: Partial<LicenseSituation> & { reason?: VerificationReason } = {},
) =>
  planLicense({
    claims: {
      scheme: 1,
      reason: changes.reason ?? 'new',
      toolId: 7,
      toolVersion: { major: 1, minor: 0, patch: 1 },
      fingerprint: createFingerprint(pc.facts, nodePrimitives),
      nonce: new Uint8Array(8),
      createdAt: Math.floor(now / 1000),
      machineName: pc.name,
    },
    policy: customerPolicy,
    machines,
    issuedToday: [],
    movesUsed: 0,
    trial: { endsAt: null, hasOtherTrialOnPc: false },
    grantEndsAt: null,
    isOverridden: false,
    now,
    ...changes,
  });

/** Returns when a licence for a code of the given PC would expire. */
const planEnd = (pc: Pc, machines: readonly KnownMachine[], changes: Partial<LicenseSituation> = {}) =>
  new Date(planFor(pc, machines, changes).expiresAt).toISOString();

const [desk, lap, third] = [createMachine('DESK'), createMachine('LAP'), createMachine('THIRD')];

describe('the PC that a code belongs to', () => {
  test('a PC that the portal does not know is new', () => {
    expect(planFor(desk, [])).toMatchObject({ relation: 'new', machine: null, replacedMachine: null, refusal: null });
  });

  test('a known PC is recognised with or without a licence', () => {
    expect(planFor(desk, [createKnownMachine(1, desk, '2027-01-01')])).toMatchObject({
      relation: 'known',
      machine: { machineId: 1 },
    });
    expect(planFor(desk, [createKnownMachine(1, desk, null)])).toMatchObject({
      relation: 'known',
      machine: { machineId: 1 },
    });
  });

  test('a PC that the customer removed counts as a new PC, under its earlier id', () => {
    const releasedMachine = { ...createKnownMachine(1, desk, null), isReleased: true };
    expect(planFor(desk, [releasedMachine])).toMatchObject({ relation: 'new', machine: { machineId: 1 } });
    const repairedPc = createMachine('DESK', { 'system-disk': 'a new one' });
    expect(planFor(repairedPc, [releasedMachine])).toMatchObject({ relation: 'new', machine: { machineId: 1 } });
  });

  test('a known PC with another disk counts as the same PC with a changed part', () => {
    const repairedPc = createMachine('DESK', { 'system-disk': 'a new one' });
    expect(planFor(repairedPc, [createKnownMachine(1, desk, '2027-01-01')])).toMatchObject({
      relation: 'changed',
      machine: { machineId: 1 },
    });
  });

  test('a PC with two of four parts changed is another PC', () => {
    const rebuiltPc = createMachine('DESK', { 'system-disk': 'a new one', 'network-card': 'a new one' });
    expect(planFor(rebuiltPc, [createKnownMachine(1, desk, '2027-01-01')])).toMatchObject(planOfUnknownPc);
  });

  test('a PC is compared with the parts that it had when it took its seat, never with its latest parts', () => {
    const repairedPc = createMachine('DESK', { 'system-disk': 'a new one' });
    const rebuiltPc = createMachine('DESK', { 'system-disk': 'a new one', 'network-card': 'a new one' });
    const driftedMachine = {
      ...createKnownMachine(1, repairedPc, '2027-01-01'),
      anchor: createFingerprint(desk.facts, nodePrimitives),
    };
    expect(planFor(repairedPc, [driftedMachine])).toMatchObject({ relation: 'known', machine: { machineId: 1 } });
    expect(planFor(desk, [driftedMachine])).toMatchObject({ relation: 'changed', machine: { machineId: 1 } });
    expect(planFor(rebuiltPc, [driftedMachine])).toMatchObject(planOfUnknownPc);
  });

  test('a known PC with exactly the same parts is preferred to a similar PC, even if the known PC was removed', () => {
    const incompletePc = createMachine('HALF', { ...desk.facts, 'system-disk': '', 'network-card': '' });
    const machines = [createKnownMachine(2, incompletePc, '2027-01-01'), createKnownMachine(1, desk, '2027-01-01')];
    expect(planFor(desk, machines)).toMatchObject({ relation: 'known', machine: { machineId: 1 } });
    const removedDesk = { ...createKnownMachine(3, desk, null), isReleased: true };
    expect(planFor(desk, [createKnownMachine(2, incompletePc, '2027-01-01'), removedDesk]).machine).toBe(removedDesk);
    expect(planFor(desk, [removedDesk, ...machines])).toMatchObject({ relation: 'known', machine: { machineId: 1 } });
  });

  test('a PC without any hardware parts counts as a new PC each time', () => {
    const blankPc = createMachine('', { 'machine-id': '', 'board-id': '', 'system-disk': '', 'network-card': '' });
    expect(planFor(blankPc, [createKnownMachine(1, blankPc, '2027-01-01')])).toMatchObject(planOfUnknownPc);
  });
});

describe('the seats of a user', () => {
  test('each PC with a valid licence uses one seat', () => {
    expect(
      planFor(third, [createKnownMachine(1, desk, '2027-01-01'), createKnownMachine(2, lap, '2025-01-01')]),
    ).toMatchObject({ seatsUsed: 1, refusal: null });
  });

  test('a new PC is refused when all seats are taken', () => {
    expect(
      planFor(third, [createKnownMachine(1, desk, '2027-01-01'), createKnownMachine(2, lap, '2027-01-01')]),
    ).toMatchObject({ relation: 'new', seatsUsed: 2, refusal: 'SEAT_LIMIT' });
  });

  test('a PC with a seat is accepted when all seats are taken', () => {
    expect(
      planFor(lap, [createKnownMachine(1, desk, '2027-01-01'), createKnownMachine(2, lap, '2027-01-01')]),
    ).toMatchObject({ relation: 'known', seatsUsed: 2, refusal: null });
  });

  test('a PC that lost its seat needs a free seat for its next licence', () => {
    const machines = [
      createKnownMachine(1, desk, '2027-01-01'),
      createKnownMachine(2, lap, '2027-01-01'),
      createKnownMachine(3, third, null),
    ];
    expect(planFor(third, machines)).toMatchObject({ relation: 'known', refusal: 'SEAT_LIMIT' });
  });

  test('a new or returning PC takes an additional seat; a PC that has a seat, or replaces another PC, does not', () => {
    const machines = [createKnownMachine(1, desk, '2027-01-01'), createKnownMachine(2, lap, null)];
    const takesSeat = [third, lap, desk].map((pc) => planFor(pc, machines).takesSeat);
    expect(takesSeat).toEqual([true, true, false]);
    expect(planFor(third, machines, { reason: 'moved' })).toMatchObject({ relation: 'moved', takesSeat: false });
  });

  test('a removed PC needs a free seat for its next licence', () => {
    const machines = [createKnownMachine(1, desk, '2027-01-01'), createKnownMachine(2, lap, '2027-01-01')];
    const releasedMachine = { ...createKnownMachine(3, third, null), isReleased: true };
    expect(planFor(third, [...machines, releasedMachine])).toMatchObject({ relation: 'new', refusal: 'SEAT_LIMIT' });
    expect(planFor(third, [...machines.slice(1), releasedMachine])).toMatchObject({ relation: 'new', refusal: null });
  });

  test('a licence that expires exactly now no longer uses a seat', () => {
    expect(
      planFor(third, [createKnownMachine(1, desk, '2027-01-01'), createKnownMachine(2, lap, '2026-03-10')], {
        now: endOfDay('2026-03-10'),
      }),
    ).toMatchObject({ seatsUsed: 1, refusal: null });
  });

  test('staff can exceed the limit of seats', () => {
    const machines = [createKnownMachine(1, desk, '2027-01-01'), createKnownMachine(2, lap, '2027-01-01')];
    expect(planFor(third, machines, { isOverridden: true })).toMatchObject({ refusal: null, seatsUsed: 2 });
  });
});

describe('the move of a licence to another PC', () => {
  const fullSeats = [
    createKnownMachine(2, lap, '2026-12-01', now - days(50)),
    createKnownMachine(1, desk, '2026-09-01', now - days(200)),
  ];

  test('a move replaces the PC with the same name', () => {
    const pcWithSameName = { ...third, name: 'LAP' };
    expect(planFor(pcWithSameName, fullSeats, { reason: 'moved' })).toMatchObject({
      relation: 'moved',
      machine: null,
      replacedMachine: { machineId: 2 },
      refusal: null,
    });
  });

  test('a move replaces the PC with the oldest licence if no name is the same', () => {
    expect(planFor(third, fullSeats, { reason: 'moved' })).toMatchObject({
      relation: 'moved',
      replacedMachine: { machineId: 1 },
    });
    const machinesWithNamelessPc = fullSeats.map((pc, index) => (index === 0 ? { ...pc, name: '' } : pc));
    expect(
      planFor({ ...third, name: '' }, machinesWithNamelessPc, { reason: 'moved' }).replacedMachine?.machineId,
    ).toBe(1);
  });

  test('after a move, the licence on the new PC expires when the old licence would have expired', () => {
    expect(planFor(third, fullSeats, { reason: 'moved' }).expiresAt).toBe(endOfDay('2026-09-01'));
  });

  test('a move is refused when all moves are used, and the refusal contains the number of moves', () => {
    expect(planFor(third, fullSeats, { reason: 'moved', movesUsed: 3 })).toMatchObject({
      movesUsed: 3,
      refusal: 'MOVE_LIMIT',
    });
    expect(planFor(third, fullSeats, { reason: 'moved', movesUsed: 2 })).toMatchObject({ movesUsed: 2, refusal: null });
    expect(planFor(third, fullSeats, { reason: 'moved', movesUsed: 3, isOverridden: true }).refusal).toBeNull();
  });

  test('a move by a user without any other PC counts as a new PC', () => {
    expect(planFor(desk, [], { reason: 'moved' })).toMatchObject({ relation: 'new', replacedMachine: null });
  });

  test('a move to a PC that already has a licence replaces no other PC', () => {
    expect(planFor(lap, fullSeats, { reason: 'moved' })).toMatchObject({
      relation: 'known',
      replacedMachine: null,
      movesUsed: 0,
    });
  });

  test('moving a licence back to a PC that lost it counts as a move', () => {
    const machines = [createKnownMachine(3, third, null), ...fullSeats];
    expect(planFor(third, machines, { reason: 'moved' })).toMatchObject({
      relation: 'moved',
      machine: { machineId: 3 },
      replacedMachine: { machineId: 1 },
    });
  });

  test('a licence that moves to a known PC whose own licence has expired keeps its expiry date', () => {
    const machines = [createKnownMachine(3, third, '2025-01-01', now - days(800)), ...fullSeats];
    expect(planFor(third, machines, { reason: 'moved' })).toMatchObject({
      relation: 'moved',
      replacedMachine: { machineId: 1 },
      expiresAt: endOfDay('2026-09-01'),
    });
  });

  test('a move never replaces a PC whose licence has expired', () => {
    const machines = [
      createKnownMachine(2, lap, '2026-12-01'),
      createKnownMachine(1, desk, '2025-01-01', now - days(500)),
    ];
    expect(planFor(third, machines, { reason: 'moved' })).toMatchObject({ replacedMachine: { machineId: 2 } });
  });
});

describe('the expiry date of a licence', () => {
  test('a new licence expires one term later, with the last second of the day', () => {
    expect(planEnd(desk, [])).toBe('2027-03-10T23:59:59.000Z');
    expect(planEnd(desk, [], { policy: { ...customerPolicy, months: 6 } })).toBe('2026-09-10T23:59:59.000Z');
  });

  test('a licence of a viewer expires after 30 days', () => {
    expect(planEnd(desk, [], { policy: viewerPolicy })).toBe('2026-04-09T23:59:59.000Z');
  });

  test('the expiry date stays the same when a PC sends a code before its renewal opens', () => {
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-09-01')])).toBe('2026-09-01T23:59:59.000Z');
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-04-10')])).toBe('2026-04-10T23:59:59.000Z');
  });

  test('a renewal in the last 30 days adds one term to the old expiry date', () => {
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-04-08')])).toBe('2027-04-08T23:59:59.000Z');
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-03-10')])).toBe('2027-03-10T23:59:59.000Z');
  });

  test('the renewal opens at the start of the day that is 30 days before the last day', () => {
    const opensAt = Date.parse('2026-08-02T00:00:00Z');
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-09-01')], { now: opensAt - seconds(1) })).toBe(
      '2026-09-01T23:59:59.000Z',
    );
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-09-01')], { now: opensAt })).toBe(
      '2027-09-01T23:59:59.000Z',
    );
  });

  test('the expiry date of a trial licence stays the same; staff can extend it only in the second half of its term, so that extensions do not add up', () => {
    const planTrialEnd = (expiryDay: string, changes: Partial<LicenseSituation>) =>
      planEnd(desk, [createKnownMachine(1, desk, expiryDay)], { policy: viewerPolicy, ...changes });
    const trial = { endsAt: endOfDay('2026-03-24'), hasOtherTrialOnPc: false };
    expect(planTrialEnd('2026-03-24', { trial })).toBe('2026-03-24T23:59:59.000Z');
    expect(planTrialEnd('2026-04-09', { isOverridden: true })).toBe('2026-04-09T23:59:59.000Z');
    expect(planTrialEnd('2026-03-24', { isOverridden: true })).toBe('2026-04-23T23:59:59.000Z');
  });

  test('a trial licence expires at the same time on every PC of the account', () => {
    const policy = { ...viewerPolicy, seats: 3 };
    const trial = { endsAt: endOfDay('2026-03-24'), hasOtherTrialOnPc: false };
    expect(planEnd(lap, [createKnownMachine(1, desk, '2026-03-24')], { policy, trial })).toBe(
      '2026-03-24T23:59:59.000Z',
    );
  });

  test('if the old licence has expired, the new term starts today', () => {
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-03-01')])).toBe('2027-03-10T23:59:59.000Z');
  });

  test('a licence never expires after the last day of the grant', () => {
    expect(planEnd(desk, [], { grantEndsAt: endOfDay('2026-06-30') })).toBe('2026-06-30T23:59:59.000Z');
    expect(planEnd(desk, [createKnownMachine(1, desk, '2026-09-01')], { grantEndsAt: endOfDay('2026-06-30') })).toBe(
      '2026-06-30T23:59:59.000Z',
    );
    expect(planEnd(desk, [], { grantEndsAt: endOfDay('2030-01-01') })).toBe('2027-03-10T23:59:59.000Z');
  });
});

describe('the status of a licence', () => {
  const licence = { revokedAt: null, replacedAt: null, expiresAt: endOfDay('2026-03-10'), ownerStatus: 'active' };
  const suspendedOwnerLicence = { ...licence, ownerStatus: 'suspended' };

  test.each([
    ['Active', licence, endOfDay('2026-03-10') - 1],
    ['Expired', licence, endOfDay('2026-03-10')],
    ['Replaced', { ...licence, replacedAt: now }, now],
    ['Replaced', { ...licence, replacedAt: now }, endOfDay('2027-01-01')],
    ['Revoked', { ...licence, revokedAt: now }, now],
    ['Suspended', suspendedOwnerLicence, now],
    ['Expired', suspendedOwnerLicence, endOfDay('2026-03-10')],
    ['Revoked', { ...suspendedOwnerLicence, revokedAt: now }, now],
    ['Revoked', { ...licence, revokedAt: now, replacedAt: now }, endOfDay('2027-01-01')],
  ])('findLicenseStatus returns the status %s of a licence', (status, row, at) => {
    expect(findLicenseStatus(row, at)).toBe(status);
  });
});
