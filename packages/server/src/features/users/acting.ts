import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { Trx } from '#server/database/database.ts';
import type { UserStatus } from '#server/database/schema.ts';
import type { UndoableContext } from '#server/platform/undo/record-undo.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { AuditEntry } from '#server/platform/audit/audit.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { AuditWriter, WriteContext } from '#server/platform/writing.ts';

/** The part of a call that a change of a user needs, with the outbox for e-mails to the changed user. */
export type UserChangeContext = WriteContext & UndoableContext & Pick<CallContext, 'queueLetter'>;

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

/** The acts of staff on an account, with the problem that each status leads to. An act is allowed in the statuses that it does not list. */
const statusProblems = {
  suspend: { approved: 'SUSPEND_INVITED', suspended: 'ALREADY_SUSPENDED' },
  reinstate: { approved: 'ONLY_INVITED', active: 'NOT_SUSPENDED' },
  invite: { active: 'HAS_PASSWORD', suspended: 'STILL_SUSPENDED' },
  sendPasswordLink: { approved: 'ONLY_INVITED', suspended: 'STILL_SUSPENDED' },
  change: {},
} as const satisfies Record<string, Partial<Record<UserStatus, AccountProblem>>>;

type AccountProblem =
  'ALREADY_SUSPENDED' | 'HAS_PASSWORD' | 'NOT_SUSPENDED' | 'ONLY_INVITED' | 'STILL_SUSPENDED' | 'SUSPEND_INVITED';

/** Throws the problem that says why the status of a user forbids an act, and what to do instead. */
export function requireStatus(act: keyof typeof statusProblems, status: UserStatus): void {
  if (status === 'pending') throw problem('REQUEST_OPEN');
  const actProblems: Partial<Record<UserStatus, AccountProblem>> = statusProblems[act];
  const code = actProblems[status];
  if (code) throw problem(code);
  if (status !== 'approved' && status !== 'active' && status !== 'suspended') throw problem('REQUEST_CLOSED');
}
