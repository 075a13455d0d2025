import { limits } from '@basics/contract/limits.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';
import { expireRequest, findOverdueRequests } from './purge.repository.ts';

/** Requests that nobody has decided for 60 days run out; the applicant is told and may ask again. */
export async function expireRequests({ database, clock, queueLetter }: JobNeeds): Promise<void> {
  const now = clock();
  const due = await findOverdueRequests(database.kysely, now - days(limits.link.requestDays));
  for (const { id } of due)
    // A transaction each: somebody may decide one of them at this moment, and the others wait for nobody.
    // oxlint-disable-next-line no-await-in-loop
    await database.transact(async (trx) => {
      const expired = await expireRequest(trx, id, now);
      if (!expired) return;
      const { login, brand_id: brandId, first_name: firstName } = expired;
      await queueLetter(trx, { kind: 'requestExpired', to: login, userId: id, brandId, firstName });
      await recordAudit(trx, {
        at: now,
        actorId: null,
        requestId: null,
        action: 'request.expire',
        subject: { kind: 'user', id },
        before: { status: 'pending' },
        after: { status: 'expired' },
      });
    });
}
