import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { EventType } from '@basics/contract/integrations/events.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { chainPosition } from '#server/platform/audit/audit.repository.ts';
import { inScopeWithDeleted, type Viewer } from '#server/features/users/scope.repository.ts';

/** The entries of the audit log that are events, by their action. Every other action is no event. */
export const eventsByAction: Readonly<Partial<Record<AuditAction, EventType>>> = {
  'license.issue': 'license.issued',
  'license.return': 'license.returned',
  'license.revoke': 'license.revoked',
  'license.undo': 'license.changed',
  'machine.liftLost': 'machine.changed',
  'machine.release': 'machine.released',
  'machine.reportLost': 'machine.changed',
  'mail.bounce': 'mail.bounced',
  'order.apply': 'order.applied',
  'request.approve': 'request.approved',
  'request.confirm': 'request.created',
  'request.reject': 'request.rejected',
  'request.reopen': 'user.changed',
  'request.undo': 'user.changed',
  'request.withdraw': 'user.changed',
  'request.expire': 'user.changed',
  'session.activate': 'user.changed',
  'user.changeLogin': 'user.changed',
  'user.create': 'user.created',
  'user.delete': 'user.deleted',
  'user.deleteForGood': 'user.deleted',
  'user.joinInto': 'user.changed',
  'user.reinstate': 'user.changed',
  'user.restore': 'user.created',
  'user.suspend': 'user.suspended',
  'user.undo': 'user.changed',
  'user.update': 'user.changed',
  'user.withdrawInvitation': 'user.changed',
};

/** The number of entries of the audit log that one request reads, so that a request without a match ends too. */
export const entriesRead = 5000;

/**
 * Selects the next entries of the audit log by their position in the chain. An entry joins the chain after its commit and under a lock, so
 * that no entry appears later with a lower position (`extendChain`).
 */
const selectNextLinks = (after: number) => sql`
  select audit_id, ${chainPosition} as place from audit_chain
  where ${chainPosition} > cast(${after} as bigint) order by ${chainPosition} limit ${entriesRead}`;

type EventQuery = { after: number; type: EventType | undefined; limit: number };

/** Finds the entries of the audit log after a position that are events about users in the viewer's scope, in order. */
export async function findEvents(db: Db, viewer: Viewer, { after, type, limit }: EventQuery) {
  const actions = Object.entries(eventsByAction).flatMap(([action, event]) =>
    type === undefined || event === type ? [action] : [],
  );
  const subjectId = sql<number>`case when entry.subject_kind in ('user', 'license', 'machine', 'mail')
    then cast(entry.subject_id as integer) end`;
  const { rows } = await sql<EventRow>`
    select link.place, entry.at, entry.action, entry.subject_kind, users.id as user_id, ${subjectId} as subject_id
    from (${selectNextLinks(after)}) as link
    inner join audit as entry on entry.id = link.audit_id
    left join licenses on entry.subject_kind = 'license' and licenses.id = ${subjectId}
    left join machines on entry.subject_kind = 'machine' and machines.id = ${subjectId}
    left join outbox on entry.subject_kind = 'mail' and outbox.id = ${subjectId}
    inner join users on users.id = case entry.subject_kind when 'user' then ${subjectId} when 'license' then licenses.user_id
      when 'machine' then machines.user_id when 'mail' then outbox.user_id end
    where entry.action in (${sql.join(actions)}) and ${inScopeWithDeleted(viewer)}
    order by link.place limit ${limit}`.execute(db);
  return rows;
}

type EventRow = {
  place: number;
  at: number;
  action: AuditAction;
  subjectKind: string;
  userId: number;
  subjectId: number;
};

/** Finds the position up to which one request reads; null if there is no entry after `after`. */
export async function findLastRead(db: Db, after: number): Promise<{ place: number; entries: number } | null> {
  const { rows } = await sql<{ place: number | null; entries: number }>`
    select max(link.place) as place, cast(count(*) as integer) as entries from (${selectNextLinks(after)}) as link`.execute(
    db,
  );
  const [row] = rows;
  return row && row.place !== null ? { place: row.place, entries: row.entries } : null;
}
