import { countFleet } from '#server/features/fleet/count-fleet.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/background/schedules.ts';
import { expireRequests } from './expire-requests.ts';
import { eraseDeletedUsers } from './erase-deleted.ts';
import { deleteOldLetters } from './forget-letters.ts';
import type { JobDependencies } from './job-needs.ts';
import { purgeUnverified } from './purge-unverified.ts';
import { sendExpiryReminders } from './send-expiry-reminders.ts';
import { updateSearchIndexes } from './keep-search-indexes.ts';
import { sealAudit } from './seal-audit.ts';
import type { SealDependencies } from './seal-audit.ts';
import { sendDigests } from './send-digests.ts';
import { purgeExpired } from './purge-expired.ts';

/** The recurring jobs, which the portal runs in the background. */
export const jobs: readonly Job<JobDependencies>[] = [
  { name: 'requests.expire', everyMs: hours(1), run: expireRequests, pauses: 'clock' },
  { name: 'users.purgeUnverified', everyMs: hours(1), run: purgeUnverified, pauses: 'clock' },
  { name: 'users.erase', everyMs: hours(1), run: eraseDeletedUsers, pauses: 'clock' },
  { name: 'mail.forget', everyMs: hours(6), run: deleteOldLetters, pauses: 'clock' },
  { name: 'licenses.remind', everyMs: hours(1), run: sendExpiryReminders, pauses: 'clock' },
  { name: 'fleet.count', everyMs: hours(1), run: countFleet, pauses: 'clock' },
  { name: 'users.digest', everyMs: hours(1), run: sendDigests, pauses: 'clock' },
  { name: 'database.statistics', everyMs: hours(1), run: ({ database }) => database.refreshStatistics() },
  { name: 'search.indexes', everyMs: hours(6), run: updateSearchIndexes },
  { name: 'purgeExpired', everyMs: minutes(15), run: purgeExpired, pauses: 'clock' },
];

/** The recurring jobs that need the signing key of the audit log. */
export const sealJobs: readonly Job<SealDependencies>[] = [{ name: 'audit.seal', everyMs: hours(1), run: sealAudit }];
