import type { Database, Trx } from '#server/database/database.ts';
import { recordAudit } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Actor, Origin } from './http/mount.ts';

/** Somebody who writes: where to, in which call, and when (Unix milliseconds). */
export type Writing = { database: Database; actor: Actor; origin: Origin; at: number };

/** What the audit tells of him. */
export type Writer = Omit<Writing, 'database'>;

type Deed = Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'>;

/** The trace of what somebody does; the last statement of its transaction but letters. */
export const recordAction = (trx: Trx, writer: Writer, deed: Deed): Promise<void> =>
  recordAudit(trx, entryBy(writer, deed));

/** The same as an entry, where many are recorded at once. */
export const entryBy = ({ actor, origin, at }: Writer, deed: Deed): AuditEntry => ({
  at,
  actorId: actor.userId,
  requestId: origin.requestId,
  ...deed,
});
