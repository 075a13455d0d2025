import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/schedules.ts';
import { expireRequests } from './expire-requests.ts';
import { forgetLetters } from './forget-letters.ts';
import { purgeUnverified } from './purge-unverified.ts';
import { sweep } from './sweep.ts';

/** What a recurring job works with. */
export type JobNeeds = { database: Database; clock: Clock; queueLetter: QueueLetter };

/** Everything that is done without anybody asking for it. */
export const jobs: readonly Job<JobNeeds>[] = [
  { name: 'requests.expire', everyMs: hours(1), run: expireRequests },
  { name: 'users.purgeUnverified', everyMs: hours(1), run: purgeUnverified },
  { name: 'mail.forget', everyMs: hours(6), run: forgetLetters },
  { name: 'sweep', everyMs: minutes(15), run: sweep },
];
