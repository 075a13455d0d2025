import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import type { Note, notes } from '@basics/contract/users/notes.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { applyChanges, findChanges, requireCurrentVersion, type WriteContext } from '#server/platform/writing.ts';
import { requireInScope } from '../scope.repository.ts';
import { formatName, recordUserChange } from '../user.ts';
import { lockUserInScope } from '../users.repository.ts';
import {
  deleteNote,
  findAssignees,
  findFollowUps,
  findNewestNotes,
  findNote,
  findNotesOnTop,
  insertNote,
  updateNote,
  type NoteRow,
} from './notes.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor'>;

/** Lists the notes about a user: the open follow-ups, then the pinned notes, then the newest. Throws USER_NOT_FOUND. */
export async function listNotes(
  { db, actor }: ReadContext,
  { userId, limit }: { userId: number; limit: number },
): Promise<Reply<typeof notes.listNotes>> {
  await requireNotesInScope(db, actor, userId);
  const rows = [
    ...(await findNotesOnTop(db, { userId }, limit + 1)),
    ...(await findNewestNotes(db, { userId }, limit + 1)),
  ];
  return { items: rows.slice(0, limit).map((row) => toNote(row, actor)), hasMore: rows.length > limit };
}

/** Throws USER_NOT_FOUND for a user out of the actor's scope, and NOT_PERMITTED for the actor. */
async function requireNotesInScope(db: Db, actor: Actor, userId: number): Promise<void> {
  if (!seesNotes(actor, userId)) throw problem('NOT_PERMITTED');
  await requireInScope(db, actor, userId);
}

/** Returns whether the actor may see the notes about a user who is in the actor's scope. Nobody sees the notes about themselves. */
export const seesNotes = (actor: Actor, userId: number): boolean => userId !== actor.userId;

/** Lists who can get a follow-up about a user, the actor first. Throws USER_NOT_FOUND. */
export async function listAssignees(
  { db, actor, at: now }: ReadContext & Pick<CallContext, 'at'>,
  userId: number,
): Promise<Reply<typeof notes.assignees>> {
  await requireNotesInScope(db, actor, userId);
  const assignees = await findAssignees(db, { userId, now });
  const ownFirst = assignees.toSorted((a, b) => Number(b.id === actor.userId) - Number(a.id === actor.userId));
  return { items: ownFirst.map((assignee) => ({ userId: assignee.id, name: formatName(assignee) })) };
}

/** Writes a note about a user. Throws USER_NOT_FOUND, and INVALID for an assignee who does not see the user. */
export const createNote = (
  context: WriteContext,
  userId: number,
  { text, isPinned, day, assigneeId }: Body<typeof notes.createNote>,
): Promise<Note> =>
  context.database.transact(async (trx) => {
    const { actor, at } = context;
    await lockUserWithNotes(trx, actor, userId);
    const state = {
      text,
      isPinned,
      day,
      assigneeId: day === null ? null : (assigneeId ?? actor.userId),
      isDone: false,
    };
    await requireAssignee(trx, { userId, now: at, ...state });
    const row = { ...toColumns(state), userId, createdAt: at, createdBy: actor.userId };
    const noteId = await insertNote(trx, row);
    const note = await readNote(trx, actor, { userId, noteId });
    await recordUserChange(trx, context, { action: 'user.addNote', userId, after: { noteId, ...state } });
    return note;
  });

type NoteKey = { userId: number; noteId: number };

/**
 * Changes the sent fields of a note and returns it. Everybody who sees the user may pin a note, and move, hand over and close a follow-up;
 * only the author and administrators may change the text. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, NOT_PERMITTED, STALE and INVALID.
 */
export const changeNote = (
  context: WriteContext,
  { userId, noteId }: NoteKey,
  { version, ...changes }: Body<typeof notes.changeNote>,
): Promise<Note> =>
  context.database.transact(async (trx) => {
    const { actor, at } = context;
    const row = await lockNote(trx, actor, { userId, noteId });
    requireCurrentVersion(row, version);
    const current = toState(row);
    const wanted = applyChanges(current, changes);
    if (wanted.text !== current.text && !canEdit(row, actor)) throw problem('NOT_PERMITTED');
    if (wanted.day === null && wanted.isDone && changes.isDone) throw invalid({ isDone: fieldMessages.notAllowed });
    const state =
      wanted.day === null
        ? { ...wanted, assigneeId: null, isDone: false }
        : { ...wanted, assigneeId: wanted.assigneeId ?? actor.userId };
    if (state.assigneeId !== current.assigneeId) await requireAssignee(trx, { userId, now: at, ...state });
    const { before, after } = findChanges(current, state);
    if (Object.keys(after).length === 0) return toNote(row, actor);
    await updateNote(trx, noteId, {
      ...toColumns(state),
      ...('text' in after && { editedAt: at }),
      ...('isDone' in after && { doneAt: state.isDone ? at : null, doneBy: state.isDone ? actor.userId : null }),
      version: row.version + 1,
    });
    const note = await readNote(trx, actor, { userId, noteId });
    await recordUserChange(trx, context, {
      action: 'user.changeNote',
      userId,
      before: { noteId, ...before },
      after: { noteId, ...after },
    });
    return note;
  });

/** Deletes a note. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, and NOT_PERMITTED for a note of someone else. */
export const removeNote = (context: WriteContext, { userId, noteId }: NoteKey): Promise<void> =>
  context.database.transact(async (trx) => {
    const row = await lockNote(trx, context.actor, { userId, noteId });
    if (!canEdit(row, context.actor)) throw problem('NOT_PERMITTED');
    await deleteNote(trx, noteId);
    await recordUserChange(trx, context, {
      action: 'user.removeNote',
      userId,
      before: { noteId, ...toState(row) },
    });
  });

/** Reads a note for the check of the fields that a client sends back. Throws USER_NOT_FOUND, OWN_ACCOUNT or RESULTS_NOT_FOUND. */
export async function readNoteInScope({ db, actor }: ReadContext, key: NoteKey): Promise<Note> {
  if (!seesNotes(actor, key.userId)) throw problem('OWN_ACCOUNT');
  await requireInScope(db, actor, key.userId);
  return readNote(db, actor, key);
}

/** Searches the follow-ups about users in the actor's scope. */
export async function searchFollowUps(
  { db, actor }: ReadContext,
  query: Body<typeof notes.searchFollowUps>,
): Promise<Reply<typeof notes.searchFollowUps>> {
  const page = await findFollowUps(db, actor, query);
  return {
    ...page,
    items: page.items.map((row) => ({
      ...toNote(row, actor),
      customer: { userId: row.userId ?? 0, name: formatName(row), company: row.company },
    })),
  };
}

/**
 * Locks the user until the transaction ends, so that changes of notes wait for each other and no note is written about a user who is being
 * erased. Throws USER_NOT_FOUND or OWN_ACCOUNT.
 */
async function lockUserWithNotes(trx: Trx, actor: Actor, userId: number): Promise<void> {
  if (!seesNotes(actor, userId)) throw problem('OWN_ACCOUNT');
  if (!(await lockUserInScope(trx, actor, userId))) throw problem('USER_NOT_FOUND');
}

async function lockNote(trx: Trx, actor: Actor, { userId, noteId }: NoteKey): Promise<NoteRow> {
  await lockUserWithNotes(trx, actor, userId);
  const row = await findNote(trx, { userId }, noteId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return row;
}

async function readNote(db: Db, actor: Actor, { userId, noteId }: NoteKey): Promise<Note> {
  const row = await findNote(db, { userId }, noteId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toNote(row, actor);
}

type AssigneeCheck = { userId: number; now: number; assigneeId: number | null };

async function requireAssignee(db: Db, { userId, now, assigneeId }: AssigneeCheck): Promise<void> {
  if (assigneeId === null) return;
  const [assignee] = await findAssignees(db, { userId, now, assigneeId });
  if (!assignee) throw invalid({ assigneeId: serverMessages.assigneeCannotSee });
}

/** What a change can change of a note. */
type NoteState = {
  text: string;
  isPinned: boolean;
  day: string | null;
  assigneeId: number | null;
  isDone: boolean;
};

const toState = (row: NoteRow): NoteState => ({
  text: row.text,
  isPinned: row.isPinned === 1,
  day: row.day,
  assigneeId: row.assigneeId,
  isDone: row.doneAt !== null,
});

const toColumns = ({ text, isPinned, day, assigneeId }: NoteState) => ({
  text,
  textFold: foldText(text),
  isPinned: isPinned ? (1 as const) : (0 as const),
  day,
  assigneeId,
});

const canEdit = ({ createdBy }: NoteRow, actor: Actor): boolean =>
  createdBy === actor.userId || findRole(actor.profileID) === 'Administrator';

/** Converts a row to the format of the API, for the given reader. */
export const toNote = (row: NoteRow, actor: Actor): Note => ({
  noteId: row.id,
  text: row.text,
  isPinned: row.isPinned === 1,
  createdAt: toIsoTime(row.createdAt),
  by: formatStaff(row.authorFirstName, row.authorLastName),
  editedAt: row.editedAt === null ? null : toIsoTime(row.editedAt),
  day: row.day,
  assignee:
    row.assigneeId === null
      ? null
      : { userId: row.assigneeId, name: formatStaff(row.assigneeFirstName, row.assigneeLastName) },
  doneAt: row.doneAt === null ? null : toIsoTime(row.doneAt),
  doneBy: row.doneAt === null ? null : formatStaff(row.doerFirstName, row.doerLastName),
  canEdit: canEdit(row, actor),
  version: row.version,
});

const formatStaff = (firstName: string | null, lastName: string | null): string =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim() || phrases().formerStaff();
