import type { Body } from '@basics/contract/endpoint.ts';
import type { audit } from '@basics/contract/audit.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { inOrder } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { readPage } from '#server/database/read-page.ts';
import { days } from '#server/platform/clock.ts';
import { wordsOf } from '#server/platform/search/search-text.ts';
import { contains } from '#server/platform/search/contains.repository.ts';

/** What a keyword is looked for in: what was done, to what, what changed, and by whom. */
const text = sql<string>`lower(audit.action || ' ' || audit.subject_kind || ' ' || coalesce(audit.subject_id, '') || ' ' ||
  coalesce(audit.before, '') || ' ' || coalesce(audit.after, '') || ' ' ||
  coalesce(users.first_name || ' ' || users.last_name || ' ' || users.login, ''))`;

/** A page of the audit. */
export async function findEntries(db: Db, page: Body<typeof audit.search>) {
  const { matching, order } = matchingEntries(db, page);
  return readPage(withNames(inOrder(matching, order)), page);
}

export type EntryRow = Awaited<ReturnType<typeof findEntries>>['items'][number];

/** Entries by their ids, in no particular order. */
export const readEntries = (db: Db, ids: readonly number[]) =>
  withNames(entries(db).where('audit.id', 'in', ids)).execute();

const entries = (db: Db) => db.selectFrom('audit').leftJoin('users', 'users.id', 'audit.actor_id');

const withNames = (matching: ReturnType<typeof entries>) =>
  matching.selectAll('audit').select(['users.first_name', 'users.last_name', 'users.login']);

/** The entries that the filters leave, newest first unless asked otherwise; `from` and `to` are days in UTC, both included. */
export function matchingEntries(db: Db, page: Body<typeof audit.export>) {
  let matching = entries(db);
  if (page.action !== undefined) matching = matching.where('audit.action', '=', page.action);
  if (page.actorId !== undefined) matching = matching.where('audit.actor_id', '=', page.actorId);
  if (page.subjectKind !== undefined) matching = matching.where('audit.subject_kind', '=', page.subjectKind);
  if (page.subjectId !== undefined) matching = matching.where('audit.subject_id', '=', page.subjectId);
  if (page.from !== undefined) matching = matching.where('audit.at', '>=', Date.parse(page.from));
  if (page.to !== undefined) matching = matching.where('audit.at', '<', Date.parse(page.to) + days(1));
  for (const word of wordsOf(page.keyword)) matching = matching.where(contains(text, word));
  const order: SortOrder = {
    keys: [sql.ref('audit.at'), sql.ref('audit.id')],
    direction: page.sort?.direction ?? 'desc',
  };
  return { matching, order };
}

/** Every action that there is an entry of, for the filter. */
export async function findActions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit').select('action').distinct().orderBy('action').execute();
  return rows.map(({ action }) => action);
}
