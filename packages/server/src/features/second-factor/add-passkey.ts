import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { ProofOfPerson, secondFactor } from '@basics/contract/second-factor.ts';
import type { Trx } from '#server/database/database.ts';
import { isUniqueViolation, lockUser } from '#server/database/database.ts';
import { issueOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { newChallenge } from './check-second-step.ts';
import { toFactor } from './factor.ts';
import { proveOwner } from './prove-owner.ts';
import { createFirstRecoveryCodes, createOwnFactorChange, reportChange } from './report-change.ts';
import type { SecondFactorDependencies } from './second-factor-needs.ts';
import * as rows from './second-factor.repository.ts';

type Calls = typeof secondFactor;

/** Adds passkeys to the user's own account. */
export function passkeyService(dependencies: SecondFactorDependencies) {
  const { database, clock, randomBytes, passkeys, queueLetter } = dependencies;
  const db = database.kysely;

  return {
    async beginPasskey(actor: Actor, proof: ProofOfPerson): Promise<Reply<Calls['beginPasskey']>> {
      await proveOwner(dependencies, actor.userId, proof);
      const { userId, login } = actor;
      const owner = await rows.findOwner(db, userId);
      const credentialIds = (await rows.findFactors(db, userId)).flatMap(({ credentialId: id }) => id ?? []);
      const challenge = newChallenge();
      const { token } = await issueOneTimeToken(db, { purpose: 'passkey', userId, challenge, now: clock() });
      const name = [owner?.firstName, owner?.lastName].filter(Boolean).join(' ');
      return { token, options: passkeys.creationOptionsFor(challenge, { userId, login, name }, credentialIds) };
    },

    async addPasskey(
      actor: Actor,
      { token, name, response }: Body<Calls['addPasskey']>,
      { requestId }: Origin,
    ): Promise<Reply<Calls['addPasskey']>> {
      const at = clock();
      const usedToken = await useOneTimeToken(db, { purposes: ['passkey'], token, now: at });
      if (!usedToken?.challenge || usedToken.userId !== actor.userId) throw problem('WRONG_SECOND_STEP');
      const passkey = await passkeys.checkNewPasskey(response, usedToken.challenge);
      const insertPasskey = async (trx: Trx) => {
        await lockUser(trx, actor.userId);
        const factor = await rows.insertFactor(trx, {
          userId: actor.userId,
          kind: 'passkey',
          name,
          secret: Buffer.from(passkey.publicKey).toString('base64url'),
          credentialId: passkey.id,
          counter: passkey.counter,
          transports: response.response.transports ?? [],
          createdAt: at,
          confirmedAt: at,
        });
        const recoveryCodes = await createFirstRecoveryCodes(trx, actor.userId, randomBytes);
        const change = 'passkeyAdded';
        await reportChange(trx, queueLetter, {
          ...createOwnFactorChange(actor, requestId, at),
          change,
          action: 'secondFactor.addPasskey',
        });
        return { factor: toFactor(factor), recoveryCodes };
      };
      return refuseDuplicate(() => database.transact(insertPasskey));
    },
  };
}

export type PasskeyService = ReturnType<typeof passkeyService>;

/** Runs `addPasskey`, and throws WRONG_SECOND_STEP if the passkey is already registered for any user. */
async function refuseDuplicate<T>(addPasskey: () => Promise<T>): Promise<T> {
  try {
    return await addPasskey();
  } catch (error) {
    if (isUniqueViolation(error, 'secondFactors', ['credentialId']))
      throw problem('WRONG_SECOND_STEP', { cause: error });
    throw error;
  }
}
