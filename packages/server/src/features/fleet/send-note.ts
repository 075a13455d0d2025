import { maxNoteLetters, maxOwnersCounted } from '@basics/contract/fleet.ts';
import type { fleet, NoteReply } from '@basics/contract/fleet.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/long-reads.ts';
import { findNote } from '#server/features/release-notes/release-notes.repository.ts';
import type { NoteRow } from '#server/features/release-notes/release-notes.repository.ts';
import { summarise } from '#server/features/release-notes/summary.ts';
import type { UserChangeContext } from '#server/features/users/acting.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { jobBatchSize } from '#server/platform/background/batches.ts';
import { hours, minutes, seconds } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import { claimOwnersToInform, countOwners, findOwnersToInform } from './fleet.repository.ts';
import type { NoteSelection } from './fleet.repository.ts';

/**
 * Limits the calls of one user, previews included, because each call reads up to 10,000 owners. To send one release note to 10,000 owners,
 * 20 calls are needed.
 */
const sendLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: hours(1),
  firstWaitMs: seconds(10),
  longestWaitMs: minutes(1),
};

/**
 * Mails a published release note to the owners of the selected PCs who receive mail, at most `maxNoteLetters` of them. Nobody gets the same
 * release note twice, even if several members of staff send it at the same time. Throws TOO_MANY_ATTEMPTS, or RESULTS_NOT_FOUND for a
 * draft.
 */
export async function sendNote(
  context: UserChangeContext,
  { preview = false, ...selection }: Body<typeof fleet.sendNote>,
): Promise<NoteReply> {
  const { database, actor } = context;
  await claimAttempt(database.kysely, `release-note:${actor.userId}`, sendLimit, context.at);
  const readDb = dbForLongReads(database.kysely);
  const releaseNote = await findNote(database.kysely, selection.releaseId);
  if (releaseNote?.status !== 'published') throw problem('RESULTS_NOT_FOUND');
  let queuedCount = 0;
  if (!preview) {
    const ids = await findOwnersToInform(readDb, actor, { ...selection, limit: maxNoteLetters, now: context.at });
    for (let start = 0; start < ids.length; start += jobBatchSize) {
      const batch = ids.slice(start, start + jobBatchSize);
      // Batches keep the transactions short, so that other writes wait only a short time.
      // oxlint-disable-next-line no-await-in-loop
      queuedCount += await database.transact((trx) => queueNotes(trx, context, { ids: batch, releaseNote, selection }));
    }
  }
  return { ...(await countRecipients(readDb, actor, { ...selection, now: context.at })), queued: queuedCount };
}

type NoteBatch = { ids: readonly number[]; releaseNote: NoteRow; selection: NoteSelection };

/** Returns the number of e-mails that were queued. */
async function queueNotes(trx: Trx, context: UserChangeContext, { ids, releaseNote, selection }: NoteBatch) {
  const { actor, at, queueLetter } = context;
  const owners = await claimOwnersToInform(trx, actor, { ids, releaseId: releaseNote.id, at });
  for (const { id: userId, login: to, firstName, brandId } of owners)
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    await queueLetter(trx, {
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
  const { releaseId, ...chosenPcs } = selection;
  if (owners.length > 0)
    await recordAction(trx, context, {
      action: 'releaseNote.send',
      subject: { kind: 'releaseNote', id: releaseId },
      after: { ...chosenPcs, letters: owners.length },
    });
  return owners.length;
}

async function countRecipients(
  db: Db,
  viewer: Viewer,
  selection: NoteSelection & { now: number },
): Promise<Omit<NoteReply, 'queued'>> {
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
