import type { Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { entryBy } from '#server/platform/writing.ts';
import type { Writer, Writing } from '#server/platform/writing.ts';

/** Somebody who writes, and who is written to about it. */
export type Acting = Writing & { queueLetter: QueueLetter };

export type Change = {
  action: string;
  userId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** The trace of a change to a user; the last statement of its transaction but letters. */
export const recordChange = (trx: Trx, acting: Writer, change: Change): Promise<void> =>
  recordAudit(trx, entryOf(acting, change));

/** The same as an entry, where many are recorded at once. */
export const entryOf = (acting: Writer, { userId, ...change }: Change): AuditEntry =>
  entryBy(acting, { ...change, subject: { kind: 'user', id: userId } });
