import type { activation } from '@basics/contract/licenses/activation.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { problem } from '#server/platform/problem.ts';
import { storeInstalledAt } from '#server/features/licenses/licenses.repository.ts';
import { addToInterval, claimPoll, findActivation, findFileToFetch, markFetched } from './activations.repository.ts';
import { createValidity, hashActivationCode } from './decide-activation.ts';

/** A poll may be early by this many seconds, because the network can delay two polls differently. */
const toleranceSeconds = 1;
/** RFC 8628, 3.5: the interval grows by 5 seconds with each poll that is too early. */
const intervalIncreaseSeconds = 5;

/** Returns the text of the licence file, but only to the first poll after the confirmation. Throws the errors of RFC 8628, 3.5. */
export async function pollActivation(
  { database, origin, at: now }: Pick<CallContext<null>, 'database' | 'origin' | 'at'>,
  deviceCode: string,
): Promise<Reply<typeof activation.pollActivation>> {
  const key = { deviceHash: hashActivationCode(deviceCode) };
  const activationRow = await findActivation(database.kysely, key, createValidity(now));
  if (!activationRow || activationRow.state === 'fetched') throw problem('EXPIRED_TOKEN');
  if (activationRow.state === 'denied') throw problem('ACCESS_DENIED');
  const notPolledSince = now - seconds(activationRow.intervalSeconds - toleranceSeconds);
  if (!(await claimPoll(database.kysely, activationRow.id, { now, notPolledSince }))) {
    await addToInterval(database.kysely, activationRow.id, intervalIncreaseSeconds);
    throw problem('SLOW_DOWN');
  }
  const { licenseId } = activationRow;
  if (activationRow.state === 'waiting' || licenseId === null) throw problem('AUTHORIZATION_PENDING');
  return database.transact(async (trx) => {
    if (!(await markFetched(trx, activationRow.id))) throw problem('EXPIRED_TOKEN');
    const licence = await findFileToFetch(trx, licenseId);
    if (!licence) throw problem('ACCESS_DENIED');
    // The tool installs the file that it fetches.
    await storeInstalledAt(trx, licenseId, now);
    await recordAudit(trx, {
      at: now,
      actorId: null,
      requestId: origin.requestId,
      action: 'activation.fetch',
      subject: { kind: 'license', id: licenseId, personId: licence.userId },
      after: { address: origin.address },
    });
    return { licence_file: licence.licenceFile };
  });
}
