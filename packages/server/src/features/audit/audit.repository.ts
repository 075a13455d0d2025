import type { Body } from '@basics/contract/endpoint.ts';
import type { audit } from '@basics/contract/audit.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { keywordReads } from '#server/database/long-reads.ts';
import { days } from '#server/platform/clock.ts';
import { readKeysetPage } from '#server/platform/lists/keyset-list.repository.ts';
import { orderBy } from '#server/platform/lists/place-page.ts';
import { splitKeyword } from '#server/platform/search/search-text.ts';
import { contains } from '#server/platform/search/contains.repository.ts';

/** The text in which a keyword is searched: action, subject, changed values and actor. */
const searchedText = sql<string>`lower(audit.action || ' ' || audit.subject_kind || ' ' || coalesce(audit.subject_id, '') || ' ' ||
  coalesce(audit_values.before, '') || ' ' || coalesce(audit_values.after, '') || ' ' ||
  coalesce(users.first_name || ' ' || users.last_name || ' ' || users.login, ''))`;

/** Returns a page of the audit log. */
export function findEntries(db: Db, query: Body<typeof audit.search>) {
  const readDatabase = keywordReads(db, query.keyword);
  return readKeysetPage(readDatabase, matchingEntries(readDatabase, query), {
    pageRequest: query,
    readRowsByIds: (ids) => readEntries(db, ids),
  });
}

export type EntryRow = Awaited<ReturnType<typeof readEntries>>[number];

/** Entries by their ids, in no particular order. */
export const readEntries = (db: Db, ids: readonly number[]) =>
  joinNames(selectEntries(db).where('audit.id', 'in', ids)).execute();

const selectEntries = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .leftJoin('users', 'users.id', 'audit.actorId');

const joinNames = (matchingRows: ReturnType<typeof selectEntries>) =>
  matchingRows.select([
    'audit.id',
    'audit.at',
    'audit.actorId',
    'audit.requestId',
    'audit.action',
    'audit.subjectKind',
    'audit.subjectId',
    'auditValues.before',
    'auditValues.after',
    'users.firstName',
    'users.lastName',
    'users.login',
  ]);

/** The entries that match the filters, newest first by default; `from` and `to` are days in UTC, both included. */
export function matchingEntries(db: Db, page: Body<typeof audit.export>) {
  let matchingRows = selectEntries(db);
  if (page.action !== undefined) matchingRows = matchingRows.where('audit.action', '=', page.action);
  if (page.actorId !== undefined) matchingRows = matchingRows.where('audit.actorId', '=', page.actorId);
  if (page.subjectKind !== undefined) matchingRows = matchingRows.where('audit.subjectKind', '=', page.subjectKind);
  if (page.subjectId !== undefined) matchingRows = matchingRows.where('audit.subjectId', '=', page.subjectId);
  if (page.from !== undefined) matchingRows = matchingRows.where('audit.at', '>=', Date.parse(page.from));
  if (page.to !== undefined) matchingRows = matchingRows.where('audit.at', '<', Date.parse(page.to) + days(1));
  for (const word of splitKeyword(page.keyword)) matchingRows = matchingRows.where(contains(searchedText, word));
  const { field, direction } = page.sort ?? { field: 'at', direction: 'desc' };
  return { matchingRows, order: orderBy({ field, direction }, [[sql.ref('audit.at'), 'moment']], sql.ref('audit.id')) };
}

/** Every action in the log, for the filter. The recursive query jumps in the index from one action to the next; `distinct` would read all rows. */
export async function findActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive actions (action) as (
      select min(action) from audit
      union all
      select (select min(audit.action) from audit where audit.action > actions.action) from actions where actions.action is not null
    )
    select action from actions where action is not null`.execute(db);
  return rows.map(({ action }) => action);
}
