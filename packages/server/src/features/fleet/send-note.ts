import { maxOwnersCounted, type fleet, type NoteMailing, type NoteReply } from '@basics/contract/fleet/fleet.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findNote, type NoteRow } from '#server/features/release-notes/release-notes.repository.ts';
import { summarise } from '#server/features/release-notes/summary.ts';
import { findUser } from '#server/features/users/users.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { findLetterBrand, renderLetter } from '#server/mail/render-letter.ts';
import type { Letter } from '#server/mail/letter.ts';
import { hours, minutes, seconds } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { countOwners, findMailing, insertMailing, stopMailing } from './fleet.repository.ts';
import type { MailingRow, NoteSelection } from './fleet.repository.ts';

/** Limits the calls of one user, previews included, because each call counts up to 10,000 owners. */
const sendLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: hours(1),
  firstWaitMs: seconds(10),
  longestWaitMs: minutes(1),
};

type NoteContext = Pick<CallContext, 'database' | 'queueLetter' | 'publicUrl' | 'actor' | 'origin' | 'at'> & {
  wakeMailings: () => void;
};

/**
 * Starts to mail a published release note to the owners of the selected PCs who receive mail. A background job queues the e-mails, and
 * nobody gets the same release note twice, even if several members of staff send it at the same time. A preview counts the owners; with
 * `toMe`, only the caller gets the e-mail. Throws TOO_MANY_ATTEMPTS, or RESULTS_NOT_FOUND for a draft.
 */
export async function sendNote(
  context: NoteContext,
  { preview = false, toMe = false, ...selection }: Body<typeof fleet.sendNote>,
): Promise<NoteReply> {
  const { database, actor, at, origin, queueLetter } = context;
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
  const newMailing = { selection, total, startedBy: actor.userId, requestId: origin.requestId, at };
  const mailing = await database.transact((trx) => insertMailing(trx, newMailing));
  context.wakeMailings();
  return { ...reply, mailing: toMailing(mailing) };
}

/** Returns the progress of a mailing. Throws RESULTS_NOT_FOUND if the caller has not started it. */
export async function readMailing(
  { database, actor }: Pick<CallContext, 'database' | 'actor'>,
  id: number,
): Promise<NoteMailing> {
  const mailing = await findMailing(database.kysely, id, actor.userId);
  if (!mailing) throw problem('RESULTS_NOT_FOUND');
  return toMailing(mailing);
}

/** Stops a mailing, unless it has ended. Throws RESULTS_NOT_FOUND if the caller has not started it. */
export async function endMailing(
  context: Pick<CallContext, 'database' | 'actor' | 'at'>,
  id: number,
): Promise<NoteMailing> {
  const { database, actor, at } = context;
  await database.transact((trx) => stopMailing(trx, { id, startedBy: actor.userId, at }));
  return readMailing(context, id);
}

const toMailing = ({ id, state, total, queued }: MailingRow): NoteMailing => ({
  id,
  state,
  // Owners can be added while the mailing runs.
  owners: Math.max(total, queued),
  queued,
});

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
