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
import { createFirstRecoveryCodes, createOwnChange, reportChange } from './report-change.ts';
import type { SecondFactorDependencies } from './second-factor-needs.ts';
import * as rows from './second-factor.repository.ts';

type Calls = typeof secondFactor;

/** Adding a passkey. */
export function passkeyService(needs: SecondFactorDependencies) {
  const { database, clock, chance, passkeys, queueLetter } = needs;
  const db = database.kysely;

  return {
    async beginPasskey(actor: Actor, proof: ProofOfPerson): Promise<Reply<Calls['beginPasskey']>> {
      await proveOwner(needs, actor.userId, proof);
      const { userId, login } = actor;
      const owner = await rows.findOwner(db, userId);
      const known = (await rows.findFactors(db, userId)).flatMap(({ credentialId: id }) => id ?? []);
      const challenge = newChallenge();
      const { token } = await issueOneTimeToken(db, { purpose: 'passkey', userId, challenge, now: clock() });
      const name = [owner?.firstName, owner?.lastName].filter(Boolean).join(' ');
      return { token, options: passkeys.newOptions(challenge, { userId, login, name }, known) };
    },

    async addPasskey(
      actor: Actor,
      { token, name, response }: Body<Calls['addPasskey']>,
      { requestId }: Origin,
    ): Promise<Reply<Calls['addPasskey']>> {
      const at = clock();
      const issued = await useOneTimeToken(db, { purposes: ['passkey'], token, now: at });
      if (!issued?.challenge || issued.userId !== actor.userId) throw problem('WRONG_SECOND_STEP');
      const made = await passkeys.made(response, issued.challenge);
      const add = async (trx: Trx) => {
        await lockUser(trx, actor.userId);
        const factor = await rows.insertFactor(trx, {
          userId: actor.userId,
          kind: 'passkey',
          name,
          secret: Buffer.from(made.publicKey).toString('base64url'),
          credentialId: made.id,
          counter: made.counter,
          transports: response.response.transports ?? [],
          createdAt: at,
          confirmedAt: at,
        });
        const recoveryCodes = await createFirstRecoveryCodes(trx, actor.userId, chance);
        const change = 'passkeyAdded';
        await reportChange(trx, queueLetter, {
          ...createOwnChange(actor, requestId, at),
          change,
          action: 'secondFactor.addPasskey',
        });
        return { factor: toFactor(factor), recoveryCodes };
      };
      return refuseDuplicate(() => database.transact(add));
    },
  };
}

export type PasskeyService = ReturnType<typeof passkeyService>;

/** Refuses a passkey that is already registered, also by another user. */
async function refuseDuplicate<T>(add: () => Promise<T>): Promise<T> {
  try {
    return await add();
  } catch (error) {
    if (isUniqueViolation(error, 'secondFactors', ['credentialId']))
      throw problem('WRONG_SECOND_STEP', { cause: error });
    throw error;
  }
}
