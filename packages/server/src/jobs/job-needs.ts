import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock/clock.ts';

/** What every recurring job needs. */
export type JobDependencies = { database: Database; clock: Clock; queueLetter: QueueLetter };
