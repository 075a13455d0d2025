import type { Trx } from '#server/database/database.ts';
import { longReads } from '#server/database/long-reads.ts';
import { formatDay } from '#server/features/licenses/calendar.ts';
import type { Digest } from '#server/mail/letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { processInBatches, processOneByOne } from '#server/platform/background/batches.ts';
import { claimDigest, findSalesmenWithoutDigest } from './digests.repository.ts';
import type { JobDependencies } from './job-needs.ts';
import { findOpenWork } from './pending-counts.repository.ts';

/** Mondays from 6:00 UTC, before most salesmen begin to work. */
const weekday = 1;
const earliestHour = 6;

/** Sends each salesman a digest on Mondays; no e-mail when it would be empty. Once a week, also with several processes. */
export async function sendDigests(needs: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = needs;
  const now = clock();
  const date = new Date(now);
  if (date.getUTCDay() !== weekday || date.getUTCHours() < earliestHour) return;
  await processInBatches<Salesman>({
    next: (behind, most) => findSalesmenWithoutDigest(longReads(database.kysely), formatDay(now), { behind, most }),
    work: (salesmen) =>
      processOneByOne(salesmen, async (salesman) => {
        signal?.throwIfAborted();
        await sendDigestTo(needs, salesman, now);
      }),
    signal,
  });
}

type Salesman = Awaited<ReturnType<typeof findSalesmenWithoutDigest>>[number];

async function sendDigestTo(needs: JobDependencies, salesman: Salesman, now: number): Promise<void> {
  const digest = await findOpenWork(longReads(needs.database.kysely), salesman.id, now);
  await needs.database.transact((trx) => queueDigest(trx, needs, { salesman, digest, now }));
}

type DigestLetter = { salesman: Salesman; digest: Digest; now: number };

async function queueDigest(
  trx: Trx,
  { queueLetter }: JobDependencies,
  { salesman, digest, now }: DigestLetter,
): Promise<void> {
  const isFirst = await claimDigest(trx, salesman.id, formatDay(now));
  const totals = Object.entries(digest).map(([matter, { total }]): [string, number] => [matter, total]);
  if (!isFirst || totals.every(([, total]) => total === 0)) return;
  await queueLetter(trx, {
    kind: 'salesmanDigest',
    to: salesman.login,
    userId: salesman.id,
    brandId: salesman.brandId,
    firstName: salesman.firstName,
    ...digest,
  });
  await recordAudit(trx, {
    at: now,
    actorId: null,
    requestId: null,
    action: 'user.digest',
    subject: { kind: 'user', id: salesman.id },
    after: Object.fromEntries(totals),
  });
}
