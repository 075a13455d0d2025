import type { Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { entryBy } from '#server/platform/writing.ts';
import type { Writer, Writing } from '#server/platform/writing.ts';

/** The actor of a change, and how the user concerned is notified. */
export type Acting = Writing & { queueLetter: QueueLetter };

export type Change = {
  action: string;
  userId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Records the audit entry of a change to a user; the last statement of its transaction except for letters. */
export const recordChange = (trx: Trx, acting: Writer, change: Change): Promise<void> =>
  recordAudit(trx, entryOf(acting, change));

/** The audit entry itself, for callers that record many at once. */
export const entryOf = (acting: Writer, { userId, ...change }: Change): AuditEntry =>
  entryBy(acting, { ...change, subject: { kind: 'user', id: userId } });
