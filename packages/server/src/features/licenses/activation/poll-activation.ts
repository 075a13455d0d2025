import type { Database } from '#server/database/database.ts';
import { seconds } from '#server/platform/clock.ts';
import type { Origin } from '#server/platform/http/mount.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { problem } from '#server/platform/problem.ts';
import { addToInterval, claimPoll, findFileToFetch, markFetched } from './activations.repository.ts';
import type { Activation } from './activations.repository.ts';

/** Seconds by which a poll may be early: the network delays two polls differently. */
const toleranceSeconds = 1;
/** RFC 8628, 3.5: the interval grows by 5 seconds with each poll that is too early. */
const slowDownSeconds = 5;

type Poll = { database: Database; found: Activation | undefined; now: number; origin: Origin };

/** The text of the licence file, once. Throws the errors of RFC 8628, 3.5. */
export async function pollActivation({ database, found, now, origin }: Poll): Promise<string> {
  if (!found || found.state === 'fetched') throw problem('EXPIRED_TOKEN');
  if (found.state === 'denied') throw problem('ACCESS_DENIED');
  const unlessAfter = now - seconds(found.intervalSeconds - toleranceSeconds);
  if (!(await claimPoll(database.kysely, found.id, { now, unlessAfter }))) {
    await addToInterval(database.kysely, found.id, slowDownSeconds);
    throw problem('SLOW_DOWN');
  }
  const { licenseId } = found;
  if (found.state === 'waiting' || licenseId === null) throw problem('AUTHORIZATION_PENDING');
  return database.transact(async (trx) => {
    if (!(await markFetched(trx, found.id))) throw problem('EXPIRED_TOKEN');
    const licence = await findFileToFetch(trx, licenseId);
    if (!licence) throw problem('ACCESS_DENIED');
    await recordAudit(trx, {
      at: now,
      actorId: null,
      requestId: origin.requestId,
      action: 'activation.fetch',
      subject: { kind: 'license', id: licenseId, personId: licence.userId },
      after: { address: origin.address },
    });
    return licence.licenceFile;
  });
}
