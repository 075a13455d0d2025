import { maxOwnersCounted, type fleet, type NoteMailing, type NoteReply } from '@basics/contract/fleet/fleet.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findNote, type NoteRow } from '#server/features/release-notes/release-notes.repository.ts';
import { summarise } from '#server/features/release-notes/summary.ts';
import { findUser } from '#server/features/users/users.repository.ts';
import { requireInScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { findLetterBrand, renderLetter } from '#server/mail/render-letter.ts';
import type { Letter } from '#server/mail/letter.ts';
import type { MassAct } from '@basics/contract/calls/bulk.ts';
import type { RowDetails } from '#server/platform/bulk.ts';
import { readMassAct, stopMassAct } from '#server/platform/mass-acts/own-acts.ts';
import { startAct, type ActContext } from '#server/platform/mass-acts/start-act.ts';
import { recordUndo, type Restore, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { hours, minutes, seconds } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { claimOwnersToInform, countOwners, deleteNoteLetter, findOwnersToInform } from './fleet.repository.ts';
import type { NoteSelection } from './fleet.repository.ts';

/** Limits the calls of one user, previews included, because each call counts up to 10,000 owners. */
const sendLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: hours(1),
  firstWaitMs: seconds(10),
  longestWaitMs: minutes(1),
};

type NoteContext = Pick<
  CallContext,
  'database' | 'queueLetter' | 'publicUrl' | 'actor' | 'origin' | 'at' | 'wakeMassActs'
>;

/**
 * Starts to mail a published release note to the owners of the selected PCs who receive mail. A background job queues the e-mails, and
 * nobody gets the same release note twice, even if several members of staff send it at the same time. A preview counts the owners; with
 * `toMe`, only the caller gets the e-mail. Throws TOO_MANY_ATTEMPTS, or RESULTS_NOT_FOUND for a draft.
 */
export async function sendNote(
  context: NoteContext,
  { preview = false, toMe = false, ...selection }: Body<typeof fleet.sendNote>,
): Promise<NoteReply> {
  const { database, actor, at, queueLetter } = context;
  await claimAttempt(database.kysely, `release-note:${actor.userId}`, sendLimit, at);
  const releaseNote = await findNote(database.kysely, selection.releaseId);
  if (releaseNote?.status !== 'published') throw problem('RESULTS_NOT_FOUND');
  const counts = await countRecipients(dbForLongReads(database.kysely), actor, { ...selection, now: at });
  const letter = await createOwnLetter(context, releaseNote);
  const { subject, text } = renderLetter(letter, {
    brand: await findLetterBrand(database.kysely, letter.brandId),
    publicUrl: context.publicUrl,
  });
  const reply = { ...counts, mail: { subject, text }, mailing: null };
  if (toMe) await database.transact((trx) => queueLetter(trx, letter));
  const total = counts.languages.reduce((sum, { owners }) => sum + owners, 0);
  if (preview || toMe || total === 0) return reply;
  const owners = { ...selection, limit: maxRecipients, now: at };
  const ids = await findOwnersToInform(dbForLongReads(database.kysely), actor, owners);
  const { releaseId, ...chosenPcs } = selection;
  const audit = {
    action: 'releaseNote.send',
    subject: { kind: 'releaseNote', id: releaseId },
    after: { ...chosenPcs, owners: ids.length },
  } as const;
  const act = await startAct(context, { kind: 'releaseNote', change: 'sendNote', ids, body: { releaseId }, audit });
  return { ...reply, mailing: toMailing(act), act };
}

/** The maximum number of owners to whom one act mails a release note. */
const maxRecipients = 1_000_000;

/** Returns the progress of a mailing. Throws RESULTS_NOT_FOUND if the caller has not started it. */
export const readMailing = async (context: ActContext, id: number): Promise<NoteMailing> =>
  toMailing(await readMassAct(context, id));

/** Stops a mailing, unless it has ended. Throws RESULTS_NOT_FOUND if the caller has not started it. */
export const endMailing = async (context: ActContext, id: number): Promise<NoteMailing> =>
  toMailing(await stopMassAct(context, id));

const toMailing = ({ actId, state, of, done }: MassAct): NoteMailing => ({
  id: actId,
  state: state === 'running' || state === 'done' ? state : 'stopped',
  owners: of,
  queued: done,
});

/** Mails a release note to one owner, unless the owner has got it already. Throws USER_NOT_FOUND, or RESULTS_NOT_FOUND for a draft. */
export async function sendNoteToOwner(
  context: Pick<CallContext, 'database' | 'queueLetter' | 'actor' | 'at'> & UndoableContext,
  userId: number,
  releaseId: number,
): Promise<RowDetails> {
  const { database, actor, at } = context;
  const releaseNote = await findNote(database.kysely, releaseId);
  if (releaseNote?.status !== 'published') throw problem('RESULTS_NOT_FOUND');
  await requireInScope(database.kysely, actor, userId);
  return database.transact(async (trx) => {
    const [owner] = await claimOwnersToInform(trx, actor, { ids: [userId], releaseId, at });
    if (!owner) return { effect: 'unchanged' };
    const { holdLetter, letterIds } = holdLetters(context);
    const { login: to, firstName, brandId } = owner;
    await holdLetter(trx, createNoteLetter(releaseNote, { userId, to, firstName, brandId }));
    await recordUndo(trx, context, { kind: 'releaseNote', userId, subjectId: releaseId, payload: {}, letterIds });
    return { effect: 'sent' };
  });
}

/** Undoes the e-mail about a release note: it is dropped if it still waits, and the owner can get the release note again. */
export const restoreNoteLetter: Restore = async (trx, context, { userId, subjectId: releaseId }) => {
  await requireInScope(trx, context.actor, userId);
  await deleteNoteLetter(trx, { userId, releaseId });
  return [];
};

/** Creates the e-mail about a release note to one user. */
export const createNoteLetter = (
  releaseNote: NoteRow,
  { userId, to, firstName, brandId }: Pick<Letter, 'brandId' | 'firstName' | 'to' | 'userId'>,
): Letter => ({
  kind: 'releaseNews',
  to,
  userId,
  brandId,
  firstName,
  releaseId: releaseNote.id,
  title: releaseNote.title,
  version: releaseNote.version,
  summary: summarise(releaseNote.description),
});

async function createOwnLetter(
  { database, actor }: Pick<CallContext, 'database' | 'actor'>,
  releaseNote: NoteRow,
): Promise<Letter> {
  const user = await findUser(database.kysely, actor.userId);
  const { login = actor.login, firstName = '', brandId = null } = user ?? {};
  return createNoteLetter(releaseNote, { userId: actor.userId, to: login, firstName, brandId });
}

async function countRecipients(
  db: Db,
  viewer: Viewer,
  selection: NoteSelection & { now: number },
): Promise<Omit<NoteReply, 'mail' | 'mailing'>> {
  const counts = await countOwners(db, viewer, { ...selection, limit: maxOwnersCounted + 1 });
  const sumOwners = (rows: typeof counts) => rows.reduce((total, { owners }) => total + owners, 0);
  return {
    languages: counts
      .filter(({ canReceiveMail, isInformed }) => canReceiveMail === 1 && isInformed === 0)
      .map(({ language, owners }) => ({ language, owners })),
    withoutMail: sumOwners(counts.filter(({ canReceiveMail, isInformed }) => canReceiveMail === 0 && isInformed === 0)),
    informed: sumOwners(counts.filter(({ isInformed }) => isInformed === 1)),
    isMore: sumOwners(counts) > maxOwnersCounted,
  };
}
