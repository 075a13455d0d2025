import type { HomeFigures } from '@basics/contract/home.ts';
import type { Inbox, InboxCounts } from '@basics/contract/inbox.ts';
import { findRole } from '@basics/contract/permissions.ts';
import type { Database } from '#server/database/database.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { days } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { ClockGuard } from '#server/platform/clock-guard.ts';
import { countInbox, findInbox } from './inbox.ts';
import { createAgeSpans, createMonthSpans } from './spans.ts';
import {
  countExpiringLicenses,
  countNeverActivatedAccounts,
  countRequests,
  countPasswordSprayings,
} from './home.repository.ts';

type Dependencies = { database: Database; clock: Clock; clockGuard: Pick<ClockGuard, 'doubt'> };

/** Calculates the figures on the home page of staff, for the users in their scope. */
export function homeService({ database, clock, clockGuard }: Dependencies) {
  const db = database.kysely;
  return {
    inbox: (viewer: Viewer): Promise<Inbox> => findInbox(db, viewer, clock()),

    counts: (viewer: Viewer): Promise<InboxCounts> => countInbox(db, viewer, clock()),

    async figures(viewer: Viewer): Promise<HomeFigures> {
      const now = clock();
      const spansByAge = createAgeSpans(now);
      const spansByMonth = createMonthSpans(now, 12);
      const requestCounts = await countRequests(db, viewer, spansByAge);
      const neverActivatedCounts = await countNeverActivatedAccounts(db, viewer, spansByAge);
      const expiringCounts = await countExpiringLicenses(db, viewer, { now, spans: spansByMonth });
      const isAdministrator = findRole(viewer.profileID) === 'Administrator';
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
    },
  };
}

export type HomeService = ReturnType<typeof homeService>;

const toIsoTime = (at: number): string => new Date(at).toISOString();

const sumCounts = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const addCounts = (ages: ReturnType<typeof createAgeSpans>, counts: readonly number[]) =>
  ages.map(({ fromDays, toDays }, at) => ({ fromDays, toDays, count: counts[at] ?? 0 }));
