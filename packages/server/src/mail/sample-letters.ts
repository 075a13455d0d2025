import type { PreviewFields } from '@basics/contract/calls/bulk.ts';
import type { Database } from '#server/database/database.ts';
import { findOutcome, runAndRollBack, type RowDetails } from '#server/platform/bulk.ts';
import { hours, minutes, seconds } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { hideLicenseCode } from './letter.ts';
import { insertLetter, insertLetterPeople } from './outbox.repository.ts';
import { createMessageId, hidden, listNamedUsers, prepareLetter, type QueueLetter } from './queue-letter.ts';
import { toPlainLine } from '../platform/texts/formats.ts';

/** Limits the samples that a member of staff sends to their own address. */
const sampleLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: hours(1),
  firstWaitMs: seconds(10),
  longestWaitMs: minutes(1),
};

type SampleContext = Pick<CallContext, 'database' | 'actor' | 'at' | 'publicUrl' | 'randomBytes'>;
type SampleBody = { ids: readonly number[]; sample: 'show' | 'sendToMe' };
/** What the sample replaces in the context of the act: each change is rolled back, and its e-mails are not queued. */
type SampledParts = { database: Database; queueLetter: QueueLetter; undoUntil: undefined };
type ChangeRecord = (parts: SampledParts, id: number) => Promise<RowDetails | void>;

/** The number of records that are tried: an act can refuse the first ones. */
const maxTried = 20;

/**
 * Returns the e-mails that an act would send about the first of the records that it changes. The act is done and rolled back, so the e-mails
 * are the same, but without links and licence codes that work: a licence that is rolled back has a valid signature, and no record. With
 * `sendToMe`, the caller gets them. Throws TOO_MANY_ATTEMPTS.
 */
export async function sampleLetters(
  context: SampleContext,
  { ids, sample }: SampleBody,
  changeRecord: ChangeRecord,
): Promise<{ results: [] } & Required<Pick<PreviewFields, 'mails'>>> {
  const { actor, at, database } = context;
  if (sample === 'sendToMe') await claimAttempt(database.kysely, `sample:${actor.userId}`, sampleLimit, at);
  const samples = await findSamples(context, ids, changeRecord);
  if (sample === 'sendToMe') await sendToCaller(context, samples);
  const mails = samples.map(({ to, content: { subject, text } }) => ({ to, subject, text }));
  return { results: [], mails };
}

async function findSamples({ database, publicUrl }: SampleContext, ids: readonly number[], changeRecord: ChangeRecord) {
  for (const id of ids.slice(0, maxTried)) {
    const samples: Awaited<ReturnType<typeof renderSample>>[number][] = [];
    const queueLetter: QueueLetter = async (trx, letter) => {
      samples.push(...(await renderSample(trx, letter, publicUrl)));
    };
    // oxlint-disable-next-line no-await-in-loop -- each change takes the write lock of SQLite
    const { outcome } = await findOutcome(() =>
      runAndRollBack(database, (onDatabase) =>
        changeRecord({ database: onDatabase, queueLetter, undoUntil: undefined }, id),
      ),
    );
    if (outcome === 'done' && samples.length > 0) return samples;
  }
  return [];
}

async function renderSample(trx: Parameters<QueueLetter>[0], letter: Parameters<QueueLetter>[1], publicUrl: string) {
  const wanted = await prepareLetter(trx, hideLicenseCode(letter, hidden), publicUrl);
  if (!wanted) return [];
  const { brand, storedContent: content } = wanted;
  const people = new Set([...(letter.userId === null ? [] : [letter.userId]), ...listNamedUsers(letter)]);
  return [{ to: toPlainLine(letter.to), kind: letter.kind, brand, content, people }];
}

/** Queues copies of e-mails to the caller. A copy is deleted with each person whom it names, its recipient included. */
async function sendToCaller(
  { database, actor, at, randomBytes }: SampleContext,
  samples: Awaited<ReturnType<typeof renderSample>>,
): Promise<void> {
  await database.transact(async (trx) => {
    for (const { kind, brand, content, people } of samples) {
      // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
      const letterId = await insertLetter(trx, {
        messageId: createMessageId(randomBytes, brand.sender.address),
        toAddress: toPlainLine(actor.login),
        userId: actor.userId,
        brandId: brand.id,
        kind,
        ...content,
        state: 'queued',
        nextAttemptAt: at,
        createdAt: at,
      });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await insertLetterPeople(trx, letterId, [...people]);
    }
  });
}
