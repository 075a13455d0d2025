import type { activation } from '@basics/contract/activation.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { License } from '@basics/contract/licenses.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { findActivation } from './activations.repository.ts';
import type { LicensesService } from '#server/features/licenses/licenses.service.ts';
import { beginWaiting } from './begin-waiting.ts';
import { decide, hashOf, live, requireWaiting } from './waiting-pc.ts';
import { pollActivation } from './poll-activation.ts';

export type ActivationDependencies = {
  database: Database;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  publicUrl: string;
  licences: Pick<LicensesService, 'issue'>;
};

type Confirmation = Body<typeof activation.confirmActivation>;

/** Licences for PCs with a network: the PC shows a code, a signed-in person confirms it, and the PC fetches the file (RFC 8628). */
export function activationService({ database, clock, chance, publicUrl, licences }: ActivationDependencies) {
  const db = database.kysely;

  return {
    request: (verificationCode: string, origin: Origin): Promise<Reply<typeof activation.requestActivation>> =>
      beginWaiting({ db, chance, publicUrl, now: clock() }, verificationCode, origin),

    async poll(deviceCode: string, origin: Origin): Promise<Reply<typeof activation.pollActivation>> {
      const now = clock();
      const found = await findActivation(db, { deviceHash: hashOf(deviceCode) }, live(now));
      return { licence_file: await pollActivation({ database, found, now, origin }) };
    },

    async find(actor: Actor, typed: string, origin: Origin): Promise<Reply<typeof activation.findActivation>> {
      const { userCode, waiting } = await requireWaiting(db, actor, typed, clock());
      return {
        userCode,
        verificationCode: waiting.verificationCode,
        askedAt: new Date(waiting.createdAt).toISOString(),
        expiresAt: new Date(waiting.expiresAt).toISOString(),
        address: waiting.address,
        isSameNetwork: findNetwork(waiting.address) === findNetwork(origin.address),
      };
    },

    /** Issues by the same rules as for a pasted code. Repeated by the same person, it returns the same licence. */
    async confirm(actor: Actor, { userCode, ...choice }: Confirmation, origin: Origin): Promise<License> {
      const { waiting } = await requireWaiting(db, actor, userCode, clock());
      const { verificationCode } = waiting;
      const license = await licences.issue(actor, actor.userId, { verificationCode, ...choice }, origin);
      if (license.status !== 'Active') throw problem('LICENSE_ENDED');
      const { licenseId } = license;
      await decide({ database, actor, origin, at: clock() }, waiting, { state: 'confirmed', licenseId });
      return license;
    },

    async deny(actor: Actor, typed: string, origin: Origin): Promise<void> {
      const { waiting } = await requireWaiting(db, actor, typed, clock());
      await decide({ database, actor, origin, at: clock() }, waiting, { state: 'denied', licenseId: null });
    },
  };
}

export type ActivationService = ReturnType<typeof activationService>;
