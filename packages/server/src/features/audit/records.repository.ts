import type { AuditEntry } from '@basics/contract/audit/audit.ts';
import type { AuditKind } from '@basics/contract/audit/audit-actions.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/foundation.ts';

/** The current name of a record, and the user who owns it, if any. */
type AuditRecord = NonNullable<AuditEntry['subject']['record']>;
type RecordRow = AuditRecord & { id: string | number };
type Subject = { subjectKind: string; subjectId: string | null };

const fullName = sql<string>`users.first_name || ' ' || users.last_name`;
const noOwner = sql<null>`null`.as('userId');

/** Lists do not show users with these statuses, so the audit log does not name them either. */
const hiddenStatuses = ['deleted', 'unverified'] as const;

/** Selects the records that still exist, by the kind of the subject. */
const selectByKind = {
  user: (db, ids) =>
    db
      .selectFrom('users')
      .select(['id', 'id as userId', fullName.as('name')])
      .where('id', 'in', ids.map(Number))
      .where('status', 'not in', hiddenStatuses)
      .execute(),
  license: (db, ids) =>
    db
      .selectFrom('licenses')
      .innerJoin('machines', 'machines.id', 'licenses.machineId')
      .innerJoin('users', 'users.id', 'licenses.userId')
      .select(['licenses.id', 'licenses.userId', 'machines.name'])
      .where('licenses.id', 'in', ids.map(Number))
      .where('users.status', 'not in', hiddenStatuses)
      .execute(),
  machine: (db, ids) =>
    db
      .selectFrom('machines')
      .innerJoin('users', 'users.id', 'machines.userId')
      .select(['machines.id', 'machines.userId', 'machines.name'])
      .where('machines.id', 'in', ids.map(Number))
      .where('users.status', 'not in', hiddenStatuses)
      .execute(),
  helpRequest: (db, ids) =>
    db
      .selectFrom('helpRequests')
      .innerJoin('users', 'users.id', 'helpRequests.userId')
      .select(['helpRequests.id', 'helpRequests.userId', fullName.as('name')])
      .where('helpRequests.id', 'in', ids.map(Number))
      .where('users.status', 'not in', hiddenStatuses)
      .execute(),
  assignment: (db, ids) =>
    db
      .selectFrom('countryBrandSalesmen as held')
      .innerJoin('users', 'users.id', 'held.salesmanId')
      .select(['held.id', 'held.salesmanId as userId', fullName.as('name')])
      .where('held.id', 'in', ids.map(Number))
      .execute(),
  releaseNote: (db, ids) =>
    db
      .selectFrom('releaseNotes')
      .select(['id', 'title as name', noOwner])
      .where('id', 'in', ids.map(Number))
      .where('deletedAt', 'is', null)
      .execute(),
  mail: (db, ids) =>
    db.selectFrom('outbox').select(['id', 'subject as name', noOwner]).where('id', 'in', ids.map(Number)).execute(),
  crmAccount: (db, ids) =>
    db.selectFrom('crmAccounts').select(['account as id', 'name', noOwner]).where('account', 'in', ids).execute(),
  company: (db, ids) =>
    db.selectFrom('companies').select(['id', 'name', noOwner]).where('id', 'in', ids.map(Number)).execute(),
  brand: (db, ids) => db.selectFrom('brands').select(['id', 'name', noOwner]).where('id', 'in', ids).execute(),
  tool: (db, ids) => db.selectFrom('tools').select(['id', 'name', noOwner]).where('id', 'in', ids).execute(),
} satisfies Partial<Record<AuditKind, (db: Db, ids: readonly string[]) => Promise<RecordRow[]>>>;

const isRecordKind = (kind: string): kind is keyof typeof selectByKind => Object.hasOwn(selectByKind, kind);

/**
 * Finds the records that entries of the audit log are about, with one query for each kind. Returns a function that returns the record of an
 * entry, or null if the record was deleted or the kind has no records.
 */
export async function findRecords(db: Db, entries: readonly Subject[]) {
  const idsByKind = Map.groupBy(
    entries.filter(({ subjectId }) => subjectId !== null),
    ({ subjectKind }) => subjectKind,
  );
  const records = new Map<string, AuditRecord>();
  await Promise.all(
    [...idsByKind].map(async ([kind, subjects]) => {
      if (!isRecordKind(kind)) return;
      const ids = [...new Set(subjects.map(({ subjectId }) => String(subjectId)))];
      for (const { id, ...record } of await selectByKind[kind](db, ids)) records.set(`${kind} ${id}`, record);
    }),
  );
  return ({ subjectKind, subjectId }: Subject): AuditRecord | null =>
    records.get(`${subjectKind} ${subjectId}`) ?? null;
}
