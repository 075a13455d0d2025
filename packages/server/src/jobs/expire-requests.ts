import { limits } from '@basics/contract/limits.ts';
import type { Trx } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/long-reads.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { processInBatches, processOneByOne } from '#server/platform/background/batches.ts';
import { days } from '#server/platform/clock.ts';
import type { JobDependencies } from './job-needs.ts';
import { expireRequest, findOverdueRequests } from './expire-requests.repository.ts';
import type { OverdueRequest } from './expire-requests.repository.ts';

/**
 * Expires requests that nobody has approved or rejected for 60 days. The applicant gets an e-mail and can register
 * again.
 */
export async function expireRequests(dependencies: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock();
  const requestedUntil = now - days(limits.link.requestDays);
  await processInBatches<OverdueRequest>({
    readItems: (after, limit) => findOverdueRequests(dbForLongReads(database.kysely), { requestedUntil, after, limit }),
    processItems: (due) => database.transact((trx) => expire(trx, dependencies, { ids: due.map(({ id }) => id), now })),
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
    // `expiredUser` is undefined if someone has approved, rejected or withdrawn the request meanwhile.
    const expiredUser = await expireRequest(trx, id, now);
    if (!expiredUser) return;
    const { login, brandId, firstName } = expiredUser;
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
