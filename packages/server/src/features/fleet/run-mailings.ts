import { fleet } from '@basics/contract/fleet/fleet.ts';
import { isPermitted, listPermissions, toPermissionContext } from '@basics/contract/calls/permissions.ts';
import * as z from 'zod/mini';
import type { Database } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findNote } from '#server/features/release-notes/release-notes.repository.ts';
import { findUser } from '#server/features/users/users.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { jobBatchSize } from '#server/platform/background/batches.ts';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { minutes, type Clock } from '#server/platform/clock/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { advanceMailing, claimOwnersToInform, findOwnersToInform, leaseMailing } from './fleet.repository.ts';
import type { MailingRow } from './fleet.repository.ts';
import { createNoteLetter } from './send-note.ts';

type Dependencies = { database: Database; clock: Clock; queueLetter: QueueLetter };

/** If a process has not continued a mailing for this long, another process may continue it. */
const leaseMs = minutes(2);

/** Queues the e-mails of mailings in the background: when `wake` is called, and every minute to continue interrupted mailings. */
export function createMailingRunner(dependencies: Dependencies & { log: Log }) {
  let mailingJob: BackgroundJob | undefined;
  return {
    start(): void {
      const work = (signal: AbortSignal) => runMailings(dependencies, signal);
      mailingJob = startBackgroundJob({ name: 'mailings', everyMs: minutes(1), log: dependencies.log, work });
    },
    wake: (): void => mailingJob?.wake(),
    stop: async (): Promise<void> => mailingJob?.stop(),
  };
}

/** Queues the e-mails of all running mailings, one mailing after the other. Stops between two batches when the signal is aborted. */
export async function runMailings(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const now = dependencies.clock();
    // oxlint-disable-next-line no-await-in-loop -- one after the other, to leave CPU time to requests
    const mailing = await dependencies.database.transact((trx) => leaseMailing(trx, { now, until: now + leaseMs }));
    if (!mailing) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await continueMailing(dependencies, mailing, signal);
  }
}

const storedSelection = z.object({
  releaseId: z.int(),
  tool: z.string(),
  versions: z.optional(z.array(z.string())),
  country: z.optional(z.string()),
  brand: z.optional(z.string()),
});

/** Queues the e-mails of a mailing in batches, until nobody is left, or until the mailing is stopped or leased by another process. */
async function continueMailing(dependencies: Dependencies, leasedMailing: MailingRow, signal: AbortSignal) {
  const { database, clock } = dependencies;
  let mailing: MailingRow | undefined = leasedMailing;
  while (mailing) {
    if (signal.aborted) {
      // The lease is ended, so that another process can continue at once.
      await advanceMailing(database.kysely, mailing, { leasedUntil: null });
      signal.throwIfAborted();
    }
    // oxlint-disable-next-line no-await-in-loop -- batches keep the transactions short, so that other writes wait only a short time
    const writer = await findWriter(dependencies, mailing);
    if (!writer) {
      await advanceMailing(database.kysely, mailing, { state: 'stopped', finishedAt: clock(), leasedUntil: null });
      return;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    mailing = await queueBatch(dependencies, writer, mailing);
  }
}

/** Queues the next e-mails. Returns the mailing if there may be more; undefined if it has ended, or no longer belongs to this process. */
async function queueBatch(
  { database, clock, queueLetter }: Dependencies,
  writer: WriteContext,
  mailing: MailingRow,
): Promise<MailingRow | undefined> {
  const { actor } = writer;
  const at = clock();
  const selection = storedSelection.parse(JSON.parse(mailing.selection));
  const releaseNote = await findNote(database.kysely, selection.releaseId);
  const ids =
    releaseNote?.status === 'published'
      ? await findOwnersToInform(dbForLongReads(database.kysely), actor, { ...selection, limit: jobBatchSize, now: at })
      : [];
  if (!releaseNote || ids.length === 0) {
    await database.transact(async (trx) => {
      const ended = await advanceMailing(trx, mailing, { state: 'done', finishedAt: at, leasedUntil: null });
      if (!ended) return;
      const { releaseId, ...chosenPcs } = selection;
      await recordAction(trx, writer, {
        action: 'releaseNote.send',
        subject: { kind: 'releaseNote', id: releaseId },
        after: { ...chosenPcs, letters: ended.queued },
      });
    });
    return undefined;
  }
  return database
    .transact(async (trx) => {
      const owners = await claimOwnersToInform(trx, actor, { ids, releaseId: selection.releaseId, at });
      const queued = mailing.queued + owners.length;
      const advancedMailing = await advanceMailing(trx, mailing, { queued, leasedUntil: at + leaseMs });
      // The mailing was stopped, so nobody is informed: the claims of this batch are undone with the transaction.
      if (!advancedMailing) throw new MailingTaken();
      for (const { id: userId, login: to, firstName, brandId } of owners)
        // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
        await queueLetter(trx, createNoteLetter(releaseNote, { userId, to, firstName, brandId }));
      return advancedMailing;
    })
    .catch((error: unknown) => {
      if (error instanceof MailingTaken) return undefined;
      throw error;
    });
}

/** Thrown if a mailing was stopped, or if another process has leased it. */
class MailingTaken extends Error {}

/** Returns the member of staff who started the mailing; undefined if they may no longer send release notes. */
async function findWriter({ database, clock }: Dependencies, { startedBy, requestId }: MailingRow) {
  const user = await findUser(database.kysely, startedBy);
  const person = { userId: startedBy, profileID: user?.profileId ?? null };
  const permissions = listPermissions(toPermissionContext(person));
  const actor = { ...person, login: user?.login ?? '', sessionId: '', permissions };
  if (user?.status !== 'active' || !isPermitted(fleet.sendNote.access, actor)) return undefined;
  const origin = { requestId, address: '', userAgent: '', host: '' };
  return { database, actor, origin, at: clock() } satisfies WriteContext;
}
