import type { Body } from '@basics/contract/calls/endpoint.ts';
import { auditListFields, type audit } from '@basics/contract/audit/audit.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { dbForSearch } from '#server/database/queries/long-reads.ts';
import { areValuesShown } from '#server/platform/audit/audit.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { readKeysetPage, createCursorOrder } from '#server/platform/lists/list-page.repository.ts';
import { matchesFields, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { createConditions, equals, contains } from '#server/platform/lists/list-filter.repository.ts';
import { splitKeyword } from '#server/platform/search/search-text.ts';

/** The text in which a keyword is searched: action, subject, changed values and actor. */
const searchedText = sql<string>`lower(audit.action || ' ' || audit.subject_kind || ' ' || coalesce(audit.subject_id, '') || ' ' ||
  coalesce(audit_values.before, '') || ' ' || coalesce(audit_values.after, '') || ' ' ||
  coalesce(users.first_name || ' ' || users.last_name || ' ' || users.login, ''))`;

/** The condition that recorded values have a field; the values are JSON. */
const hasField = (values: RawBuilder<string>, name: string): RawBuilder<boolean> =>
  contains(sql<string>`coalesce(${values}, '')`, `"${name}":`);

/** How the server reads the fields by which the audit log is filtered. */
const readers: FieldReaders<typeof auditListFields> = {
  action: { row: sql.ref('audit.action') },
  actorId: { row: sql`coalesce(audit.actor_id, 0)`, empty: 0 },
  subjectKind: { row: sql.ref('audit.subjectKind') },
  at: { row: sql.ref('audit.at') },
};

export function findEntries(db: Db, query: Body<typeof audit.search>, now: number) {
  const readDatabase = dbForSearch(db, query);
  return readKeysetPage(readDatabase, selectMatchingEntries(readDatabase, query, now), {
    pageRequest: query,
    readRowsByIds: (ids) => readEntries(db, ids),
  });
}

export type EntryRow = Awaited<ReturnType<typeof readEntries>>[number];

/** Reads entries by their ids, in no particular order. */
export const readEntries = (db: Db, ids: readonly number[]) =>
  joinNames(selectEntries(db).where('audit.id', 'in', ids)).execute();

const selectEntries = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('auditValues', (join) => join.onRef('auditValues.auditId', '=', 'audit.id').on(areValuesShown))
    .leftJoin('users', 'users.id', 'audit.actorId');

const joinNames = (query: ReturnType<typeof selectEntries>) =>
  query.select([
    'audit.id',
    'audit.at',
    'audit.actorId',
    'audit.requestId',
    'audit.action',
    'audit.subjectKind',
    'audit.subjectId',
    'audit.machine',
    'auditValues.before',
    'auditValues.after',
    'users.firstName',
    'users.lastName',
    'users.login',
  ]);

/** Selects the entries that match the filters, newest first by default; `from` and `to` are days in UTC, both included. */
export function selectMatchingEntries(db: Db, filters: Body<typeof audit.export>, now: number) {
  let entries = selectEntries(db);
  const conditions = createConditions(filters, {
    filters: matchesFields({ fields: auditListFields, readers, now }),
    action: equals('audit.action'),
    actorId: equals('audit.actorId'),
    subjectKind: equals('audit.subjectKind'),
    subjectId: equals('audit.subjectId'),
    field: (name) =>
      sql<boolean>`(${hasField(sql.ref('auditValues.before'), name)} or ${hasField(sql.ref('auditValues.after'), name)})`,
    from: (day) => sql<boolean>`audit.at >= ${Date.parse(day)}`,
    to: (day) => sql<boolean>`audit.at < ${Date.parse(day) + days(1)}`,
  });
  for (const condition of conditions) entries = entries.where(condition);
  for (const word of splitKeyword(filters.keyword)) entries = entries.where(contains(searchedText, word));
  const { field, direction } = filters.sort ?? defaultSorts.auditEntries;
  return {
    matchingRows: entries,
    order: createCursorOrder({ field, direction }, [[sql.ref('audit.at'), 'moment']], sql.ref('audit.id'), 'wideId'),
  };
}

/** Finds every action in the log, for the filter. */
export const findActions = (db: Db): Promise<string[]> => findDistinct(db, 'action');

/** Finds every kind of subject in the log, for the filter. */
export const findKinds = (db: Db): Promise<string[]> => findDistinct(db, 'subject_kind');

/** Finds the values of an indexed column. The recursive query jumps in the index from one value to the next; `distinct` would read all rows. */
async function findDistinct(db: Db, column: 'action' | 'subject_kind'): Promise<string[]> {
  const name = sql.ref(`audit.${column}`);
  const { rows } = await sql<{ value: string }>`
    with recursive existing (value) as (
      select min(${name}) from audit
      union all
      select (select min(${name}) from audit where ${name} > existing.value) from existing where existing.value is not null
    )
    select value from existing where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}
