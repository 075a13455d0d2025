import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { ProofOfPerson, secondFactor } from '@basics/contract/second-factor.ts';
import { lockUser } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { problem } from '#server/platform/problem.ts';
import { needsSecondFactor } from '#server/platform/security/second-factor-policy.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { toFactor } from './factor.ts';
import { resetFactors } from './reset-factors.ts';
import { proveOwner } from './prove-owner.ts';
import { renewRecoveryCodes, createOwnFactorChange, reportChange } from './report-change.ts';
import type { SecondFactorDependencies } from './second-factor-needs.ts';
import * as rows from './second-factor.repository.ts';

type Calls = typeof secondFactor;

/** Lists, renames and removes the user's own second factors, and renews the recovery codes. */
export function secondFactorService(dependencies: SecondFactorDependencies) {
  const { database, clock, randomBytes, queueLetter, secondFactorPolicy } = dependencies;
  const db = database.kysely;

  return {
    async list(actor: Actor): Promise<Reply<Calls['list']>> {
      const factors = await rows.findFactors(db, actor.userId);
      return {
        items: factors.map(toFactor),
        recoveryCodesLeft: await rows.countRecoveryCodes(db, actor.userId),
        required: needsSecondFactor(secondFactorPolicy, actor.profileID),
      };
    },

    async rename(actor: Actor, id: number, name: string, { requestId }: Origin): Promise<Reply<Calls['rename']>> {
      return database.transact(async (trx) => {
        const factor = await rows.renameFactor(trx, actor.userId, id, name);
        if (!factor) throw problem('RESULTS_NOT_FOUND');
        const auditSubject = { kind: 'user', id: actor.userId } as const;
        const at = clock();
        await recordAudit(trx, {
          at,
          actorId: actor.userId,
          requestId,
          action: 'secondFactor.rename',
          subject: auditSubject,
          after: { name },
        });
        return toFactor(factor);
      });
    },

    async remove(actor: Actor, id: number, proof: ProofOfPerson, { requestId }: Origin): Promise<void> {
      await proveOwner(dependencies, actor.userId, proof);
      await database.transact(async (trx) => {
        await lockUser(trx, actor.userId);
        const factor = await rows.deleteFactor(trx, actor.userId, id);
        if (!factor) throw problem('RESULTS_NOT_FOUND');
        const isLast = (await rows.findFactors(trx, actor.userId)).length === 0;
        if (isLast) await rows.deleteRecoveryCodes(trx, actor.userId);
        const change = isLast ? 'off' : factor.kind === 'passkey' ? 'passkeyRemoved' : 'appRemoved';
        await reportChange(trx, queueLetter, {
          ...createOwnFactorChange(actor, requestId, clock()),
          change,
          action: 'secondFactor.remove',
        });
      });
    },

    async renewRecoveryCodes(actor: Actor, proof: ProofOfPerson, { requestId }: Origin) {
      await proveOwner(dependencies, actor.userId, proof);
      return database.transact(async (trx) => {
        await lockUser(trx, actor.userId);
        if ((await rows.findFactors(trx, actor.userId)).length === 0) throw problem('RESULTS_NOT_FOUND');
        const recoveryCodes = await renewRecoveryCodes(trx, actor.userId, randomBytes);
        const [change, action] = ['newRecoveryCodes', 'secondFactor.renewRecoveryCodes'] as const;
        await reportChange(trx, queueLetter, { ...createOwnFactorChange(actor, requestId, clock()), change, action });
        return { recoveryCodes };
      });
    },

    reset: (actor: Actor, userId: number, body: Body<Calls['reset']>, origin: Origin) =>
      resetFactors(dependencies, { actor, userId, body, origin }),
  };
}

export type SecondFactorService = ReturnType<typeof secondFactorService>;
