import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { notes } from '@basics/contract/users/notes.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { contains } from '#server/platform/lists/list-filter.repository.ts';
import { splitUserKeyword } from '#server/platform/search/search-text.ts';
import { findCompanyViewers, findViewers } from '../timeline/timeline.repository.ts';
import { companyInScope, inScope, isCustomerOfSalesman, type UserOrCompany, type Viewer } from '../scope.repository.ts';

const selectNotes = (db: Db) =>
  db
    .selectFrom('notes')
    .leftJoin('users as authors', 'authors.id', 'notes.createdBy')
    .leftJoin('users as assignees', 'assignees.id', 'notes.assigneeId')
    .leftJoin('users as doers', 'doers.id', 'notes.doneBy')
    .selectAll('notes')
    .select(['authors.firstName as authorFirstName', 'authors.lastName as authorLastName'])
    .select(['assignees.firstName as assigneeFirstName', 'assignees.lastName as assigneeLastName'])
    .select(['doers.firstName as doerFirstName', 'doers.lastName as doerLastName']);

const selectNotesAbout = (db: Db, subject: UserOrCompany) =>
  'userId' in subject
    ? selectNotes(db).where('notes.userId', '=', subject.userId)
    : selectNotes(db).where('notes.companyId', '=', subject.companyId);

const isOpenFollowUp = sql<boolean>`(notes.day is not null and notes.done_at is null)`;
const isOnTop = sql<boolean>`(${isOpenFollowUp} or notes.is_pinned = 1)`;

/** The time at which a note is in the timeline: when it was written, or when the follow-up was done. */
const timelineMoment = sql<number>`coalesce(notes.done_at, notes.created_at)`;

export type NoteRow = Awaited<ReturnType<typeof findNewestNotes>>[number];

/** Finds the newest notes that are not on top of the timeline: neither open follow-ups nor pinned. */
export const findNewestNotes = (db: Db, subject: UserOrCompany, limit: number) =>
  selectNotesAbout(db, subject)
    .where(sql<boolean>`not ${isOnTop}`)
    .orderBy(timelineMoment, 'desc')
    .orderBy('notes.id', 'desc')
    .limit(limit)
    .execute();

/** Finds the notes that are on top of the timeline: the open follow-ups by their day, then the pinned notes, newest first. */
export const findNotesOnTop = (db: Db, subject: UserOrCompany, limit: number) =>
  selectNotesAbout(db, subject)
    .where(isOnTop)
    .orderBy(sql`case when ${isOpenFollowUp} then 0 else 1 end`)
    .orderBy(sql`case when ${isOpenFollowUp} then notes.day else '' end`)
    .orderBy('notes.id', 'desc')
    .limit(limit)
    .execute();

export const findNote = (db: Db, subject: UserOrCompany, noteId: number) =>
  selectNotesAbout(db, subject).where('notes.id', '=', noteId).executeTakeFirst();

/** Inserts a note and returns its id. */
export async function insertNote(trx: Trx, row: NewRow<'notes'>): Promise<number> {
  const { id } = await trx.insertInto('notes').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateNote(trx: Trx, noteId: number, changes: Omit<Partial<Row<'notes'>>, 'id'>): Promise<void> {
  await trx.updateTable('notes').set(changes).where('id', '=', noteId).execute();
}

export async function deleteNote(trx: Trx, noteId: number): Promise<void> {
  await trx.deleteFrom('notes').where('id', '=', noteId).execute();
}

type AssigneeQuery = { subject: UserOrCompany; now: number; assigneeId?: number };

/** Finds the active salesmen and administrators who see a user or company and can get a follow-up, or only the account `assigneeId`. */
export async function findAssignees(db: Db, { subject, now, assigneeId }: AssigneeQuery) {
  const findStaff = (profileID: number) => {
    const query = { profileID, limit: maxAssignees, now, ...(assigneeId && { viewerId: assigneeId }) };
    return 'userId' in subject
      ? findViewers(db, { ...query, ...subject })
      : findCompanyViewers(db, { ...query, ...subject });
  };
  const isAssignee = (profileID: number) => (row: { id: number; sees: boolean; profileId: number | null }) =>
    row.sees && row.profileId === profileID && !('userId' in subject && row.id === subject.userId);
  return [...(await findStaff(2)).filter(isAssignee(2)), ...(await findStaff(1)).filter(isAssignee(1))];
}

const maxAssignees = 50;

/** Selects the follow-ups about users and companies in the viewer's scope, except about the viewer. */
const selectFollowUps = (db: Db, viewer: Viewer) =>
  selectNotes(db)
    .leftJoin('users', 'users.id', 'notes.userId')
    .leftJoin('companies', 'companies.id', 'notes.companyId')
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.company', 'companies.name as companyName'])
    .where('notes.day', 'is not', null)
    .where(
      sql<boolean>`((users.id <> ${viewer.userId} and ${inScope(viewer)})
        or (companies.id is not null and ${companyInScope(viewer)}))`,
    );

export type FollowUpRow = Awaited<ReturnType<typeof findDueFollowUps>>[number];

/** Finds a page of the follow-ups that match a search. The keyword is searched in the text and in the data of the user or company. */
export function findFollowUps(db: Db, viewer: Viewer, query: Body<typeof notes.searchFollowUps>) {
  const { state, assigneeId, until, keyword, sort } = query;
  const words = splitUserKeyword(keyword);
  let followUps = selectFollowUps(db, viewer)
    .leftJoin('userSearch', 'userSearch.userId', 'users.id')
    .where('notes.doneAt', state === 'open' ? 'is' : 'is not', null)
    .orderBy('notes.day', sort?.direction ?? 'asc')
    .orderBy('notes.id');
  if (assigneeId !== undefined) followUps = followUps.where('notes.assigneeId', '=', assigneeId);
  if (until !== undefined) followUps = followUps.where('notes.day', '<=', until);
  const searched = sql<string>`notes.text_fold || ' ' || coalesce(user_search.fold, companies.name_fold, '')`;
  for (const word of words) followUps = followUps.where(contains(searched, word));
  return readPage(followUps, query);
}

/**
 * Finds the open follow-ups whose day has come and that wait for the viewer, the earliest day first: the viewer's own, those of the absent
 * salesmen whose deputy the viewer is, and those whose assignee can no longer see the user or company.
 */
export function findDueFollowUps(db: Db, viewer: Viewer, { today, limit }: { today: string; limit: number }) {
  const assigneeId = sql.ref<number>('notes.assigneeId');
  const seesCompany = companyInScope({ userId: assigneeId, profileID: 2 });
  return (
    selectFollowUps(db, viewer)
      .where('notes.doneAt', 'is', null)
      .where('notes.day', '<=', today)
      // The condition of the scope is null, and not false, for a user whom nobody created.
      .where(
        sql<boolean>`(notes.assignee_id in (${sql.join([viewer.userId, ...(viewer.deputyFor ?? [])])})
        or assignees.status <> 'active' or assignees.profile_id is null or assignees.profile_id not in (1, 2)
        or (assignees.profile_id = 2 and case when users.id is not null and ${isCustomerOfSalesman(assigneeId)} then 0
          when companies.id is not null and ${seesCompany} then 0 else 1 end = 1))`,
      )
      .orderBy('notes.day')
      .orderBy('notes.id')
      .limit(limit)
      .execute()
  );
}
