import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import type { FollowUp, Note, notes } from '@basics/contract/users/notes.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { lockOrRefuse, requireCompany } from '#server/features/companies/company.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { applyChanges, findChanges, requireCurrentVersion, type WriteContext } from '#server/platform/writing.ts';
import { requireInScope, type UserOrCompany } from '../scope.repository.ts';
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
  type FollowUpRow,
  type NoteRow,
} from './notes.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor'>;

/** Lists the notes about a user: the open follow-ups, then the pinned notes, then the newest. Throws USER_NOT_FOUND. */
export async function listNotes(
  { db, actor }: ReadContext,
  { userId, limit }: { userId: number; limit: number },
): Promise<Reply<typeof notes.listNotes>> {
  await requireSubject({ db, actor }, { userId }, 'NOT_PERMITTED');
  const rows = [
    ...(await findNotesOnTop(db, { userId }, limit + 1)),
    ...(await findNewestNotes(db, { userId }, limit + 1)),
  ];
  return { items: rows.slice(0, limit).map((row) => toNote(row, actor)), hasMore: rows.length > limit };
}

/** Throws USER_NOT_FOUND or RESULTS_NOT_FOUND for a subject out of the actor's scope, and the given problem for the actor. */
async function requireSubject(
  { db, actor }: ReadContext,
  subject: UserOrCompany,
  ofOwn: 'NOT_PERMITTED' | 'OWN_ACCOUNT',
): Promise<void> {
  if (!seesNotes(actor, subject)) throw problem(ofOwn);
  if ('userId' in subject) await requireInScope(db, actor, subject.userId);
  else await requireCompany(db, actor, subject.companyId);
}

/**
 * Returns whether the actor may see the notes about a user or company in the actor's scope. Nobody sees the notes about themselves, and staff
 * belong to no company.
 */
export const seesNotes = (actor: Actor, subject: UserOrCompany): boolean =>
  !('userId' in subject) || subject.userId !== actor.userId;

/** Lists who can get a follow-up, the actor first. Throws USER_NOT_FOUND or RESULTS_NOT_FOUND. */
export async function listAssignees(
  { db, actor, at: now }: ReadContext & Pick<CallContext, 'at'>,
  subject: UserOrCompany,
): Promise<Reply<typeof notes.assignees>> {
  await requireSubject({ db, actor }, subject, 'NOT_PERMITTED');
  const assignees = await findAssignees(db, { subject, now });
  const ownFirst = assignees.toSorted((a, b) => Number(b.id === actor.userId) - Number(a.id === actor.userId));
  return { items: ownFirst.map((assignee) => ({ userId: assignee.id, name: formatName(assignee) })) };
}

/** Writes a note. Throws USER_NOT_FOUND or RESULTS_NOT_FOUND, and INVALID for an assignee who does not see the user or company. */
export const createNote = (
  context: WriteContext,
  subject: UserOrCompany,
  { text, isPinned, day, assigneeId }: Body<typeof notes.createNote>,
): Promise<Note> =>
  context.database.transact(async (trx) => {
    const { actor, at } = context;
    await lockSubject(trx, actor, subject);
    const state = {
      text,
      isPinned,
      day,
      assigneeId: day === null ? null : (assigneeId ?? actor.userId),
      isDone: false,
    };
    await requireAssignee(trx, { subject, now: at, ...state });
    const row = { ...toColumns(state), ...subject, createdAt: at, createdBy: actor.userId };
    const noteId = await insertNote(trx, row);
    const note = await readNote(trx, actor, { subject, noteId });
    await recordNote(trx, context, { act: 'addNote', subject, noteId, after: state });
    return note;
  });

type NoteKey = { subject: UserOrCompany; noteId: number };

/**
 * Changes the sent fields of a note and returns it. Everybody who sees the user or company may pin a note, and move, hand over and close a follow-up;
 * only the author and administrators may change the text. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, NOT_PERMITTED, STALE and INVALID.
 */
export const changeNote = (
  context: WriteContext,
  { subject, noteId }: NoteKey,
  { version, ...changes }: Body<typeof notes.changeNote>,
): Promise<Note> =>
  context.database.transact(async (trx) => {
    const { actor, at } = context;
    const row = await lockNote(trx, actor, { subject, noteId });
    requireCurrentVersion(row, version);
    const current = toState(row);
    const wanted = applyChanges(current, changes);
    if (wanted.text !== current.text && !canEdit(row, actor)) throw problem('NOT_PERMITTED');
    if (wanted.day === null && wanted.isDone && changes.isDone) throw invalid({ isDone: fieldMessages.notAllowed });
    const state =
      wanted.day === null
        ? { ...wanted, assigneeId: null, isDone: false }
        : { ...wanted, assigneeId: wanted.assigneeId ?? actor.userId };
    if (state.assigneeId !== current.assigneeId) await requireAssignee(trx, { subject, now: at, ...state });
    const { before, after } = findChanges(current, state);
    if (Object.keys(after).length === 0) return toNote(row, actor);
    await updateNote(trx, noteId, {
      ...toColumns(state),
      ...('text' in after && { editedAt: at }),
      ...('isDone' in after && { doneAt: state.isDone ? at : null, doneBy: state.isDone ? actor.userId : null }),
      version: row.version + 1,
    });
    const note = await readNote(trx, actor, { subject, noteId });
    await recordNote(trx, context, { act: 'changeNote', subject, noteId, before, after });
    return note;
  });

/** Deletes a note. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, and NOT_PERMITTED for a note of someone else. */
export const removeNote = (context: WriteContext, { subject, noteId }: NoteKey): Promise<void> =>
  context.database.transact(async (trx) => {
    const row = await lockNote(trx, context.actor, { subject, noteId });
    if (!canEdit(row, context.actor)) throw problem('NOT_PERMITTED');
    await deleteNote(trx, noteId);
    await recordNote(trx, context, { act: 'removeNote', subject, noteId, before: toState(row) });
  });

type NoteEvent = NoteKey & {
  act: 'addNote' | 'changeNote' | 'removeNote';
  before?: Partial<NoteState>;
  after?: Partial<NoteState>;
};

/** Records a change of a note. The text of a note about a company may name people, and an entry about a company is never erased. */
function recordNote(
  trx: Trx,
  context: WriteContext,
  { act, subject, noteId, before, after }: NoteEvent,
): Promise<void> {
  const toValues = (state: Partial<NoteState>) => ({ noteId, ...state });
  if ('userId' in subject)
    return recordUserChange(trx, context, {
      action: `user.${act}`,
      userId: subject.userId,
      ...(before && { before: toValues(before) }),
      ...(after && { after: toValues(after) }),
    });
  const withoutText = ({ text, ...state }: Partial<NoteState>) => ({
    ...toValues(state),
    ...(text !== undefined && { textLength: text.length }),
  });
  return recordAction(trx, context, {
    action: `company.${act}`,
    subject: { kind: 'company', id: subject.companyId },
    ...(before && { before: withoutText(before) }),
    ...(after && { after: withoutText(after) }),
  });
}

/** Reads a note for the check of the fields that a client sends back. Throws USER_NOT_FOUND, OWN_ACCOUNT or RESULTS_NOT_FOUND. */
export async function readNoteInScope({ db, actor }: ReadContext, key: NoteKey): Promise<Note> {
  await requireSubject({ db, actor }, key.subject, 'OWN_ACCOUNT');
  return readNote(db, actor, key);
}

/** Searches the follow-ups about users and companies in the actor's scope. */
export async function searchFollowUps(
  { db, actor }: ReadContext,
  query: Body<typeof notes.searchFollowUps>,
): Promise<Reply<typeof notes.searchFollowUps>> {
  const page = await findFollowUps(db, actor, query);
  return {
    ...page,
    items: page.items.map((row) => ({ ...toNote(row, actor), about: toFollowUpSubject(row) })),
  };
}

/** Returns the person or the company that a follow-up is about. */
export function toFollowUpSubject({
  userId,
  companyId,
  companyName,
  firstName,
  lastName,
  login,
  company,
}: FollowUpRow): FollowUp['about'] {
  if (companyId !== null) return { userId: null, companyId, name: companyName ?? '', company: companyName ?? '' };
  if (userId === null) throw new Error('a note is about nobody');
  const name = formatName({ firstName: firstName ?? '', lastName: lastName ?? '', login: login ?? '' });
  return { userId, companyId, name, company: company ?? '' };
}

/**
 * Locks the user or company until the transaction ends, so that changes of notes wait for each other and no note is written about a user who
 * is being erased. Throws USER_NOT_FOUND, OWN_ACCOUNT or RESULTS_NOT_FOUND.
 */
async function lockSubject(trx: Trx, actor: Actor, subject: UserOrCompany): Promise<void> {
  if (!seesNotes(actor, subject)) throw problem('OWN_ACCOUNT');
  if (!('userId' in subject)) await lockOrRefuse(trx, actor, subject.companyId);
  else if (!(await lockUserInScope(trx, actor, subject.userId))) throw problem('USER_NOT_FOUND');
}

async function lockNote(trx: Trx, actor: Actor, { subject, noteId }: NoteKey): Promise<NoteRow> {
  await lockSubject(trx, actor, subject);
  const row = await findNote(trx, subject, noteId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return row;
}

async function readNote(db: Db, actor: Actor, { subject, noteId }: NoteKey): Promise<Note> {
  const row = await findNote(db, subject, noteId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toNote(row, actor);
}

type AssigneeCheck = { subject: UserOrCompany; now: number; assigneeId: number | null };

async function requireAssignee(db: Db, { subject, now, assigneeId }: AssigneeCheck): Promise<void> {
  if (assigneeId === null) return;
  const [assignee] = await findAssignees(db, { subject, now, assigneeId });
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
