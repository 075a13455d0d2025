import type { AuditAction } from '@basics/contract/audit-actions.ts';
import type { Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { AuditWriter, WriteContext } from '#server/platform/writing.ts';

/**
 * What a change of a user needs: the database, the user who makes the change, and the outbox for e-mails to the changed
 * user.
 */
export type UserChangeContext = WriteContext & { queueLetter: QueueLetter };

export type UserChange = {
  action: AuditAction;
  userId: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/**
 * Records the audit entry of a change to a user. Call this function at the end of the transaction, and only queue
 * e-mails after it.
 */
export const recordUserChange = (trx: Trx, context: AuditWriter, change: UserChange): Promise<void> =>
  recordAudit(trx, createUserAuditEntry(context, change));

/** Creates the audit entry of a change, for callers that record many entries at once. */
export const createUserAuditEntry = (context: AuditWriter, { userId, ...change }: UserChange): AuditEntry =>
  createAuditEntry(context, { ...change, subject: { kind: 'user', id: userId } });
