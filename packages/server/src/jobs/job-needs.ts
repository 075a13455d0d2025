import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';

/** What a recurring job works with. */
export type JobNeeds = { database: Database; clock: Clock; queueLetter: QueueLetter };
