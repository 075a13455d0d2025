import type { activation } from '@basics/contract/activation.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { License } from '@basics/contract/licenses.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { findActivation } from './activations.repository.ts';
import type { LicensesService } from '#server/features/licenses/licenses.service.ts';
import { startActivation } from './start-activation.ts';
import {
  createConfirmation,
  createValidity,
  denyActivation,
  hashActivationCode,
  requireOpenActivation,
} from './waiting-pc.ts';
import { pollActivation } from './poll-activation.ts';

export type ActivationDependencies = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  publicUrl: string;
  licences: Pick<LicensesService, 'issue'>;
};

type Confirmation = Body<typeof activation.confirmActivation>;

/** Licenses PCs with a network connection: the PC shows a code, a signed-in user confirms it, and the PC downloads the file (RFC 8628). */
export function activationService({ database, clock, randomBytes, publicUrl, licences }: ActivationDependencies) {
  const db = database.kysely;

  return {
    request: (verificationCode: string, origin: Origin): Promise<Reply<typeof activation.requestActivation>> =>
      startActivation({ db, randomBytes, publicUrl, now: clock() }, verificationCode, origin),

    async poll(deviceCode: string, origin: Origin): Promise<Reply<typeof activation.pollActivation>> {
      const now = clock();
      const activationRow = await findActivation(
        db,
        { deviceHash: hashActivationCode(deviceCode) },
        createValidity(now),
      );
      return { licence_file: await pollActivation({ database, activationRow, now, origin }) };
    },

    async find(actor: Actor, typedCode: string, origin: Origin): Promise<Reply<typeof activation.findActivation>> {
      const { userCode, activation: waitingPc } = await requireOpenActivation(db, actor, typedCode, clock());
      return {
        userCode,
        verificationCode: waitingPc.verificationCode,
        askedAt: new Date(waitingPc.createdAt).toISOString(),
        expiresAt: new Date(waitingPc.expiresAt).toISOString(),
        address: waitingPc.address,
        isSameNetwork: findNetwork(waitingPc.address) === findNetwork(origin.address),
      };
    },

    /** Issues the licence by the same rules as for a pasted code, in one transaction with the decision, which is written first. If the same user confirms again, the reply contains the same licence. */
    async confirm(actor: Actor, { userCode, ...choice }: Confirmation, origin: Origin): Promise<License> {
      const { activation: waitingPc } = await requireOpenActivation(db, actor, userCode, clock());
      const { verificationCode } = waitingPc;
      return licences.issue(actor, actor.userId, {
        body: { verificationCode, ...choice },
        origin,
        decision: createConfirmation({ actor, origin, at: clock() }, waitingPc),
      });
    },

    async deny(actor: Actor, typedCode: string, origin: Origin): Promise<void> {
      const { activation: waitingPc } = await requireOpenActivation(db, actor, typedCode, clock());
      await database.transact((trx) => denyActivation(trx, { actor, origin, at: clock() }, waitingPc));
    },
  };
}

export type ActivationService = ReturnType<typeof activationService>;
