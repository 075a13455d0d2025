import { limits } from '@basics/contract/limits.ts';
import type { Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';

/** Requests that nobody has decided for 60 days run out; the applicant is told and may ask again. */
export async function expireRequests({ database, clock, queueLetter }: JobNeeds): Promise<void> {
  const now = clock();
  const due = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'pending')
    .where('requestDate', '<=', now - days(limits.link.requestDays))
    .execute();
  for (const { id } of due)
    // A transaction each: somebody may decide one of them at this moment, and the others wait for nobody.
    // oxlint-disable-next-line no-await-in-loop
    await database.transact(async (trx) => {
      const expired = await expire(trx, id);
      if (!expired) return;
      await trx
        .insertInto('userHistory')
        .values({ userId: id, at: now, actorId: null, fromStatus: 'pending', toStatus: 'expired', reason: null })
        .execute();
      const { login, brandId, firstName } = expired;
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

const expire = (trx: Trx, id: number) =>
  trx
    .updateTable('users')
    .set(({ eb }) => ({ status: 'expired', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['login', 'brandId', 'firstName'])
    .executeTakeFirst();
