import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { notes } from '@basics/contract/users/notes.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { contains } from '#server/platform/lists/list-filter.repository.ts';
import { splitUserKeyword } from '#server/platform/search/search-text.ts';
import { findViewers } from '../timeline/timeline.repository.ts';
import { inScope, isCustomerOfSalesman, type Viewer } from '../scope.repository.ts';

/** The person whom a note is about, or the company. */
export type NoteSubject = { userId: number } | { companyId: number };

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

const selectNotesAbout = (db: Db, subject: NoteSubject) =>
  'userId' in subject
    ? selectNotes(db).where('notes.userId', '=', subject.userId)
    : selectNotes(db).where('notes.companyId', '=', subject.companyId);

const isOpenFollowUp = sql<boolean>`(notes.day is not null and notes.done_at is null)`;
const isOnTop = sql<boolean>`(${isOpenFollowUp} or notes.is_pinned = 1)`;

/** The time at which a note is in the timeline: when it was written, or when the follow-up was done. */
const timelineMoment = sql<number>`coalesce(notes.done_at, notes.created_at)`;

export type NoteRow = Awaited<ReturnType<typeof findNewestNotes>>[number];

/** Finds the newest notes that are not on top of the timeline: neither open follow-ups nor pinned. */
export const findNewestNotes = (db: Db, subject: NoteSubject, limit: number) =>
  selectNotesAbout(db, subject)
    .where(sql<boolean>`not ${isOnTop}`)
    .orderBy(timelineMoment, 'desc')
    .orderBy('notes.id', 'desc')
    .limit(limit)
    .execute();

/** Finds the notes that are on top of the timeline: the open follow-ups by their day, then the pinned notes, newest first. */
export const findNotesOnTop = (db: Db, subject: NoteSubject, limit: number) =>
  selectNotesAbout(db, subject)
    .where(isOnTop)
    .orderBy(sql`case when ${isOpenFollowUp} then 0 else 1 end`)
    .orderBy(sql`case when ${isOpenFollowUp} then notes.day else '' end`)
    .orderBy('notes.id', 'desc')
    .limit(limit)
    .execute();

export const findNote = (db: Db, subject: NoteSubject, noteId: number) =>
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

type AssigneeQuery = { userId: number; now: number; assigneeId?: number };

/** Finds the active salesmen and administrators who see a user and can get a follow-up, or only the account `assigneeId`. */
export async function findAssignees(db: Db, { userId, now, assigneeId }: AssigneeQuery) {
  const findStaff = (profileID: number) =>
    findViewers(db, { userId, profileID, limit: maxAssignees, now, ...(assigneeId && { viewerId: assigneeId }) });
  const isAssignee = (profileID: number) => (row: Awaited<ReturnType<typeof findStaff>>[number]) =>
    row.sees && row.profileId === profileID && row.id !== userId;
  return [...(await findStaff(2)).filter(isAssignee(2)), ...(await findStaff(1)).filter(isAssignee(1))];
}

const maxAssignees = 50;

/** Selects the follow-ups about users in the viewer's scope, except about the viewer. */
const selectFollowUps = (db: Db, viewer: Viewer) =>
  selectNotes(db)
    .innerJoin('users', 'users.id', 'notes.userId')
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.company'])
    .where('notes.day', 'is not', null)
    .where('users.id', '!=', viewer.userId)
    .where(inScope(viewer));

/** Finds a page of the follow-ups that match a search. The keyword is searched in the text and in the data of the user. */
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
  for (const word of words)
    followUps = followUps.where(contains(sql`notes.text_fold || ' ' || coalesce(user_search.fold, '')`, word));
  return readPage(followUps, query);
}

/**
 * Finds the open follow-ups whose day has come and that wait for the viewer, the earliest day first: the viewer's own, those of the absent
 * salesmen whose deputy the viewer is, and those whose assignee can no longer see the user.
 */
export const findDueFollowUps = (db: Db, viewer: Viewer, { today, limit }: { today: string; limit: number }) =>
  selectFollowUps(db, viewer)
    .where('notes.doneAt', 'is', null)
    .where('notes.day', '<=', today)
    // The condition of the scope is null, and not false, for a user whom nobody created.
    .where(
      sql<boolean>`(notes.assignee_id in (${sql.join([viewer.userId, ...(viewer.deputyFor ?? [])])})
        or assignees.status <> 'active' or assignees.profile_id is null or assignees.profile_id not in (1, 2)
        or (assignees.profile_id = 2
          and case when ${isCustomerOfSalesman(sql.ref<number>('notes.assigneeId'))} then 0 else 1 end = 1))`,
    )
    .orderBy('notes.day')
    .orderBy('notes.id')
    .limit(limit)
    .execute();
