import type { Db } from '#server/database/database.ts';

/** Who did what to which record, when; `before` and `after` hold what changed, never a password, a token or a key. */
export type AuditEntry = {
  at: number;
  actorId: number | null;
  requestId: string | null;
  action: string;
  subject: { kind: string; id: string | number | null };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Writes the trace of a change, in the transaction of the change itself: either both stand or neither. */
export async function recordAudit(trx: Db, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      at: entry.at,
      actor_id: entry.actorId,
      request_id: entry.requestId,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id === null ? null : String(entry.subject.id),
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
    })
    .execute();
}
