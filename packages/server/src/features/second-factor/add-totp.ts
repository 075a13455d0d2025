import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { ProofOfPerson, secondFactor } from '@basics/contract/second-factor.ts';
import { lockUser } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { sealPurposes } from '#server/platform/security/seal-purposes.ts';
import { toFactor } from './factor.ts';
import { proveOwner } from './prove-owner.ts';
import { createFirstRecoveryCodes, createOwnFactorChange, reportChange } from './report-change.ts';
import type { SecondFactorDependencies } from './second-factor-needs.ts';
import * as rows from './second-factor.repository.ts';
import { createTotpSecret, readTotpCode, findTotpStep, createTotpUri } from './totp.ts';

type Calls = typeof secondFactor;

/** Adds authenticator apps to the user's own account. */
export function totpService(dependencies: SecondFactorDependencies) {
  const { database, clock, randomBytes, seal, queueLetter } = dependencies;
  const db = database.kysely;

  return {
    /**
     * Creates the secret of an authenticator app. The user confirms the secret with the first code of the app. An
     * earlier unfinished setup is deleted.
     */
    async beginTotp(actor: Actor, proof: ProofOfPerson): Promise<Reply<Calls['beginTotp']>> {
      await proveOwner(dependencies, actor.userId, proof);
      const secret = createTotpSecret(randomBytes);
      const { id } = await database.transact(async (trx) => {
        await rows.deleteUnconfirmedApps(trx, actor.userId);
        return rows.insertFactor(trx, {
          userId: actor.userId,
          kind: 'totp',
          name: 'Authenticator app',
          secret: seal.close(sealPurposes.authenticatorApp(actor.userId), secret),
          credentialId: null,
          counter: 0,
          transports: [],
          createdAt: clock(),
          confirmedAt: null,
        });
      });
      return { id, secret, uri: createTotpUri(secret, actor.login) };
    },

    async confirmTotp(
      actor: Actor,
      id: number,
      { code, name }: Body<Calls['confirmTotp']>,
      { requestId }: Origin,
    ): Promise<Reply<Calls['confirmTotp']>> {
      const unconfirmedApp = await rows.findUnconfirmedApp(db, actor.userId, id);
      const secret = unconfirmedApp
        ? await seal.open(sealPurposes.authenticatorApp(actor.userId), unconfirmedApp.secret)
        : null;
      if (secret === null) throw problem('RESULTS_NOT_FOUND');
      const timeStep = findTotpStep(secret, readTotpCode(code) ?? '', clock());
      if (timeStep === null) throw problem('WRONG_SECOND_STEP');
      return database.transact(async (trx) => {
        const at = clock();
        await lockUser(trx, actor.userId);
        const factor = await rows.confirmFactor(trx, id, { name, step: timeStep, now: at });
        if (!factor) throw problem('RESULTS_NOT_FOUND');
        const recoveryCodes = await createFirstRecoveryCodes(trx, actor.userId, randomBytes);
        await reportChange(trx, queueLetter, {
          ...createOwnFactorChange(actor, requestId, at),
          change: 'on',
          action: 'secondFactor.addTotp',
        });
        return { factor: toFactor(factor), recoveryCodes };
      });
    },
  };
}

export type TotpService = ReturnType<typeof totpService>;
