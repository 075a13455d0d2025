import type { Mutation } from './mutation.ts';

const server = 'packages/server/src';
const licenses = `${server}/features/licenses`;
const createServerTest = (file: string, title: string) =>
  ({ project: 'server', file: `${server}/${file}`, title }) as const;

/** Faults to plant in the rules about days, about the terms of licences, and about wrong clocks. */
export const clockMutations: readonly Mutation[] = [
  {
    fault: 'a grant is not valid on its last day',
    file: `${licenses}/license.ts`,
    search: 'validTo < today',
    replacement: 'validTo <= today',
    test: createServerTest('features/licenses/grant.test.ts', 'a grant is valid from its first to its last day'),
  },
  {
    fault: 'a licence ends at the beginning of its last day',
    file: `${server}/platform/clock/clock.ts`,
    search: 'T23:59:59.000Z',
    replacement: 'T00:00:00.000Z',
    test: createServerTest('platform/clock/clock.test.ts', 'the end of a day is its last second in UTC'),
  },
  {
    fault: 'a month that is added to the 31st ends in the month after the next',
    file: `${server}/platform/clock/clock.ts`,
    search: 'Math.min(day, lastDay)',
    replacement: 'day',
    test: createServerTest('platform/clock/clock.test.ts', ' months is '),
  },
  {
    fault: 'a renewal loses the remaining time of the licence',
    file: `${licenses}/license.ts`,
    search: 'addTerm(canRenew ? currentLicense.expiresAt : now, policy)',
    replacement: 'addTerm(now, policy)',
    test: createServerTest(
      'features/licenses/license.test.ts',
      'a renewal in the last 30 days adds one term to the old expiry date',
    ),
  },
  {
    fault: 'a licence is valid longer than the grant',
    file: `${licenses}/license.ts`,
    search: 'grantEndsAt === null ? end : Math.min(end, grantEndsAt)',
    replacement: 'end',
    test: createServerTest(
      'features/licenses/license.test.ts',
      'a licence never expires after the last day of the grant',
    ),
  },
  {
    fault: 'a short licence can be renewed in the first half of its term',
    file: `${licenses}/license.ts`,
    search: 'Math.min(windowMs, addTerm(0, policy) / 2)',
    replacement: 'windowMs',
    test: createServerTest('features/licenses/license.test.ts', 'the expiry date of a trial licence stays'),
  },
  {
    fault: 'another account gets a second trial on the same PC',
    file: `${licenses}/license.ts`,
    search: '(trial.hasOtherTrialOnPc || (trial.endsAt !== null && trial.endsAt <= now))',
    replacement: '(trial.endsAt !== null && trial.endsAt <= now)',
    test: createServerTest(
      'features/licenses/issue/trial.api.test.ts',
      'a PC gets one trial licence: a second account gets no trial for the same PC, even if one part has changed',
    ),
  },
  {
    fault: 'a code from a clock that is ahead by the accepted time is refused',
    file: `${licenses}/issue/refusal.ts`,
    search: 'aheadSeconds > limits.licence.clockAheadSeconds',
    replacement: 'aheadSeconds >= limits.licence.clockAheadSeconds',
    test: createServerTest('features/licenses/issue/refusal.test.ts', ' is accepted'),
  },
  {
    fault: 'an old code is accepted',
    file: `${licenses}/issue/refusal.ts`,
    search: 'ageMs <= days(limits.licence.codeAcceptedDays)',
    replacement: 'ageMs <= days(limits.licence.codeOldestDays)',
    test: createServerTest('features/licenses/issue/refusal.test.ts', ' too old is refused with its age'),
  },
  {
    fault: 'a licence that a wrong clock dated in the future counts for the limit of the day',
    file: `${licenses}/issue/refusal.ts`,
    search: ' && at <= now + clockSkewMs',
    replacement: '',
    test: createServerTest(
      'features/licenses/issue/refusals.api.test.ts',
      ' ahead do not count after the clock is corrected',
    ),
  },
  {
    fault: 'a changed part is accepted without a renewal',
    file: `${licenses}/license.ts`,
    search: '!hasChanged || !isRenewal || wasAnchoredRecently',
    replacement: '!hasChanged || wasAnchoredRecently',
    test: createServerTest('features/licenses/anchor.test.ts', 'stays without a renewal'),
  },
  {
    fault: 'a move of 28 February counts a day less in a leap year',
    file: `${server}/features/license-admin/tool-usage.ts`,
    search: '? oneYearLater + days(1) : oneYearLater',
    replacement: '? oneYearLater : oneYearLater',
    test: createServerTest('features/license-admin/tool-usage.test.ts', ' counts until '),
  },
  {
    fault: 'a rate limit that a wrong clock dated in the future blocks for as long',
    file: `${server}/platform/security/throttle.repository.ts`,
    search:
      '\n    or throttles.window_start > ${now + clockSkewMs} or throttles.last_attempt_at > ${now + clockSkewMs}\n    or throttles.next_allowed_at > ${now + rateLimit.longestWaitMs + clockSkewMs})`',
    replacement: ')`',
    test: createServerTest('platform/security/throttle.test.ts', ' ahead is corrected'),
  },
  {
    fault: 'a one-time code is accepted a minute late',
    file: `${server}/features/second-factor/totp.ts`,
    search: 'window: 1 }',
    replacement: 'window: 2 }',
    test: createServerTest(
      'features/second-factor/totp.test.ts',
      'a code is also valid one time step before and one after its own, but not longer',
    ),
  },
];
