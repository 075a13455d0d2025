import type { HomeFigures } from '@basics/contract/home/home.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { days, toIsoTime } from '#server/platform/clock/clock.ts';
import type { ClockGuard } from '#server/platform/clock/clock-guard.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { createAgeSpans, createMonthSpans } from './spans.ts';
import {
  countExpiringLicenses,
  countNeverActivatedAccounts,
  countRequests,
  countPasswordSprayings,
} from './home.repository.ts';

/** Calculates the figures on the home page of staff, for the users in their scope. */
export async function readHomeFigures(
  { db, actor, at: now }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  clockGuard: Pick<ClockGuard, 'doubt'>,
): Promise<HomeFigures> {
  const spansByAge = createAgeSpans(now);
  const spansByMonth = createMonthSpans(now, 12);
  const requestCounts = await countRequests(db, actor, spansByAge);
  const neverActivatedCounts = await countNeverActivatedAccounts(db, actor, spansByAge);
  const expiringCounts = await countExpiringLicenses(db, actor, { now, spans: spansByMonth });
  const isAdministrator = findRole(actor.profileID) === 'Administrator';
  const clockDoubt = isAdministrator ? clockGuard.doubt() : null;
  const spraying = isAdministrator ? await countPasswordSprayings(db, { since: now - days(7), now }) : null;
  return {
    clock: clockDoubt && { kind: clockDoubt.kind, from: toIsoTime(clockDoubt.from), to: toIsoTime(clockDoubt.to) },
    spraying: spraying && { passwords: spraying.passwords, latest: toIsoTime(spraying.latest) },
    requests: { total: sumCounts(requestCounts), byAge: addCounts(spansByAge, requestCounts) },
    licenses: {
      total: sumCounts(expiringCounts),
      byMonth: spansByMonth.map(({ month }, at) => ({ month, count: expiringCounts[at] ?? 0 })),
    },
    neverActivated: { total: sumCounts(neverActivatedCounts), byAge: addCounts(spansByAge, neverActivatedCounts) },
  };
}

const sumCounts = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const addCounts = (ages: ReturnType<typeof createAgeSpans>, counts: readonly number[]) =>
  ages.map(({ fromDays, toDays }, at) => ({ fromDays, toDays, count: counts[at] ?? 0 }));
