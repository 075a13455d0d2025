import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode, writeVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { days, minutes, seconds } from '#server/platform/clock/clock.ts';
import type { RandomNumbers } from './random-numbers.ts';
import type { DemoLicense, NextPc } from './license-histories.ts';
import { findVersionInUse } from './release-notes.ts';

const namePrefixes: readonly [string, ...string[]] = ['DESKTOP', 'LAPTOP', 'OFFICE', 'DRAWING', 'WORKSHOP', 'SITE'];

/** Returns a function that creates PCs with typical names, each with its own parts. */
export function createPcFactory(random: RandomNumbers): NextPc {
  let serial = 0;
  return (name) => {
    serial += 1;
    return { serial, name: name ?? `${random.pick(namePrefixes)}-${random.integerBetween(10, 99)}` };
  };
}

/**
 * Creates the verification code of a PC. The creation time in the code is a few minutes before `at`, the time when the user pasted the
 * code.
 */
export function createCode(
  { pc, reason, isChanged, issuedDaysAgo }: DemoLicense,
  at: number,
  random: RandomNumbers,
): VerificationCode {
  const facts = {
    'machine-id': `demo-machine-${pc.serial}`,
    'board-id': `demo-board-${pc.serial}`,
    'system-disk': `demo-disk-${pc.serial}${isChanged ? '-new' : ''}`,
    'network-card': `demo-network-${pc.serial}`,
  };
  const text = writeVerificationCode(
    {
      scheme: 1,
      reason,
      toolId: 7,
      toolVersion: findVersionInUse(issuedDaysAgo),
      fingerprint: createFingerprint(facts, nodePrimitives),
      nonce: random.bytes(8),
      createdAt: Math.floor((at - minutes(random.integerBetween(2, 90))) / seconds(1)),
      machineName: pc.name,
    },
    nodePrimitives,
  );
  const reading = readVerificationCode(text, nodePrimitives);
  if (!reading.ok) throw new Error('A verification code that was just written cannot be read.', { cause: reading });
  return reading.value;
}

/** Picks a time in the working hours of a day. */
export const pickWorkingTime = (now: number, daysAgo: number, random: RandomNumbers): number =>
  Math.floor((now - days(daysAgo)) / days(1)) * days(1) + minutes(random.integerBetween(7 * 60, 16 * 60));
