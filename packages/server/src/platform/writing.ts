import type { Database, Trx } from '#server/database/database.ts';
import { recordAudit } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Actor, Origin } from './http/mount.ts';

/** The actor of a change, its request, and its time (Unix milliseconds). */
export type WriteContext = { database: Database; actor: Actor; origin: Origin; at: number };

/** The actor, the request and the time of a change, from which an audit entry is created. */
export type AuditWriter = Omit<WriteContext, 'database'>;

type AuditedChange = Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'>;

/** Records the audit entry of a change. After this call, the transaction may only add e-mails to the outbox. */
export const recordAction = (trx: Trx, writer: AuditWriter, change: AuditedChange): Promise<void> =>
  recordAudit(trx, createAuditEntry(writer, change));

/** Creates an audit entry without storing it, for callers that store many entries at once. */
export const createAuditEntry = ({ actor, origin, at }: AuditWriter, change: AuditedChange): AuditEntry => ({
  at,
  actorId: actor.userId,
  requestId: origin.requestId,
  ...change,
});
