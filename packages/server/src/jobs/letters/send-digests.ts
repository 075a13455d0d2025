import { toUtcDay } from '#server/platform/clock/clock.ts';
import type { Trx } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findDeputies } from '#server/features/users/absence/absences.repository.ts';
import { toLetterRecipient, toDeputyRecipient } from '#server/features/users/absence/absences.ts';
import type { Digest } from '#server/mail/letter.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { processInBatches, processOneByOne } from '#server/platform/background/batches.ts';
import { claimDigest, findSalesmenWithoutDigest, findOpenWork } from './digests.repository.ts';
import type { JobDependencies } from '../job-needs.ts';

/** Digests are sent on Mondays from 6:00 UTC, before most salesmen begin to work. */
const sendingWeekday = 1;
const earliestSendingHour = 6;

/**
 * Sends each salesman a digest once a week, on Mondays, also if several processes of the portal run. The deputy of an
 * absent salesman gets the digest of this salesman. An empty digest is not sent.
 */
export async function sendDigests(dependencies: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock();
  const date = new Date(now);
  if (date.getUTCDay() !== sendingWeekday || date.getUTCHours() < earliestSendingHour) return;
  await processInBatches<Salesman>({
    readItems: (after, limit) =>
      findSalesmenWithoutDigest(dbForLongReads(database.kysely), toUtcDay(now), { after, limit }),
    processItems: (salesmen) =>
      processOneByOne(salesmen, async (salesman) => {
        signal?.throwIfAborted();
        await sendDigestTo(dependencies, salesman, now);
      }),
    signal,
  });
}

type Salesman = Awaited<ReturnType<typeof findSalesmenWithoutDigest>>[number];

async function sendDigestTo(dependencies: JobDependencies, salesman: Salesman, now: number): Promise<void> {
  const digest = await findOpenWork(dbForLongReads(dependencies.database.kysely), salesman.id, now);
  const [deputy] = await findDeputies(dependencies.database.kysely, [salesman.id], now);
  const recipient = deputy?.canReceiveMail === 1 ? toDeputyRecipient(deputy) : salesman;
  await dependencies.database.transact((trx) => queueDigest(trx, dependencies, { salesman, recipient, digest, now }));
}

/** The digest of a salesman. The recipient is the salesman, or the deputy while the salesman is absent. */
type DigestLetter = {
  salesman: Salesman;
  recipient: Parameters<typeof toLetterRecipient>[0];
  digest: Digest;
  now: number;
};

async function queueDigest(
  trx: Trx,
  { queueLetter }: JobDependencies,
  { salesman, recipient, digest, now }: DigestLetter,
): Promise<void> {
  const isFirst = await claimDigest(trx, salesman.id, toUtcDay(now));
  const totals = Object.entries(digest).map(([kind, { total }]): [string, number] => [kind, total]);
  if (!isFirst || totals.every(([, total]) => total === 0)) return;
  await queueLetter(trx, {
    kind: 'salesmanDigest',
    ...toLetterRecipient(recipient),
    ...digest,
  });
  await recordAudit(trx, {
    at: now,
    ...bySystem,
    action: 'user.digest',
    subject: { kind: 'user', id: salesman.id },
    after: Object.fromEntries(totals),
  });
}
