import type { Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { AuditWriter, WriteContext } from '#server/platform/writing.ts';

/** The actor of a change, and how the user concerned is notified. */
export type UserChangeContext = WriteContext & { queueLetter: QueueLetter };

export type UserChange = {
  action: string;
  userId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Records the audit entry of a change to a user; the last statement of its transaction except for letters. */
export const recordChange = (trx: Trx, acting: AuditWriter, change: UserChange): Promise<void> =>
  recordAudit(trx, toAuditEntry(acting, change));

/** The audit entry itself, for callers that record many at once. */
export const toAuditEntry = (acting: AuditWriter, { userId, ...change }: UserChange): AuditEntry =>
  createAuditEntry(acting, { ...change, subject: { kind: 'user', id: userId } });
