import type { Trx } from '#server/database/database.ts';
import { formatDay } from '#server/features/licenses/calendar.ts';
import type { Digest } from '#server/mail/letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { inBatches, oneByOne } from '#server/platform/background/batches.ts';
import { claimDigest, findUnserved } from './digests.repository.ts';
import type { JobNeeds } from './job-needs.ts';
import { waitingFor } from './pending-counts.repository.ts';

/** Mondays from 6:00 UTC, before most salesmen begin to work. */
const weekday = 1;
const fromHour = 6;

/** Sends each salesman a digest on Mondays; no e-mail when it would be empty. Once a week, also with several processes. */
export async function sendDigests(needs: JobNeeds, signal?: AbortSignal): Promise<void> {
  const { database, clock } = needs;
  const now = clock();
  const date = new Date(now);
  if (date.getUTCDay() !== weekday || date.getUTCHours() < fromHour) return;
  await inBatches<Salesman>({
    next: (behind, most) => findUnserved(database.kysely, formatDay(now), { behind, most }),
    work: (salesmen) =>
      oneByOne(salesmen, async (salesman) => {
        signal?.throwIfAborted();
        await serve(needs, salesman, now);
      }),
    signal,
  });
}

type Salesman = Awaited<ReturnType<typeof findUnserved>>[number];

async function serve(needs: JobNeeds, salesman: Salesman, now: number): Promise<void> {
  const digest = await waitingFor(needs.database.kysely, salesman.id, now);
  await needs.database.transact((trx) => send(trx, needs, { salesman, digest, now }));
}

type Sending = { salesman: Salesman; digest: Digest; now: number };

async function send(trx: Trx, { queueLetter }: JobNeeds, { salesman, digest, now }: Sending): Promise<void> {
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
