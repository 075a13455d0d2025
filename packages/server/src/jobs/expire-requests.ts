import { limits } from '@basics/contract/limits.ts';
import type { Trx } from '#server/database/database.ts';
import { longReads } from '#server/database/long-reads.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { processInBatches, processOneByOne } from '#server/platform/background/batches.ts';
import { days } from '#server/platform/clock.ts';
import type { JobDependencies } from './job-needs.ts';
import { expireRequest, findOverdueRequests } from './purge.repository.ts';
import type { OverdueQuery } from './purge.repository.ts';

/** Expires requests without a decision after 60 days; the applicant gets an e-mail and may register again. */
export async function expireRequests(needs: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = needs;
  const now = clock();
  const requestedUntil = now - days(limits.link.requestDays);
  await processInBatches<OverdueQuery>({
    next: (behind, most) => findOverdueRequests(longReads(database.kysely), { requestedUntil, behind, most }),
    work: (due) => database.transact((trx) => expire(trx, needs, { ids: due.map(({ id }) => id), now })),
    signal,
  });
}

async function expire(
  trx: Trx,
  { queueLetter }: JobDependencies,
  { ids, now }: { ids: readonly number[]; now: number },
) {
  const entries: AuditEntry[] = [];
  await processOneByOne(ids, async (id) => {
    // Undefined when another user has decided the request meanwhile.
    const expired = await expireRequest(trx, id, now);
    if (!expired) return;
    const { login, brandId, firstName } = expired;
    await queueLetter(trx, { kind: 'requestExpired', to: login, userId: id, brandId, firstName });
    entries.push({
      at: now,
      actorId: null,
      requestId: null,
      action: 'request.expire',
      subject: { kind: 'user', id },
      before: { status: 'pending' },
      after: { status: 'expired' },
    });
  });
  if (entries.length > 0) await recordAudits(trx, entries);
}
