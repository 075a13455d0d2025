import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { ProofOfPerson, secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { lockUser } from '#server/database/database.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { needsSecondFactor, type SecondFactorPolicy } from '@basics/contract/calls/permissions.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { toFactor } from './factor.ts';
import { proveOwner, type OwnerContext } from './prove-owner.ts';
import { renewRecoveryCodes, reportOwnChange, type ReportContext } from './report-change.ts';
import * as rows from './second-factor.repository.ts';

type Calls = typeof secondFactor;

export async function listOwnFactors(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  secondFactorPolicy: SecondFactorPolicy,
): Promise<Reply<Calls['list']>> {
  const factors = await rows.findFactors(db, actor.userId);
  return {
    items: factors.map(toFactor),
    recoveryCodesLeft: await rows.countRecoveryCodes(db, actor.userId),
    required: needsSecondFactor(secondFactorPolicy, actor.profileID),
  };
}

/** Renames one of the user's own factors. Throws RESULTS_NOT_FOUND. */
export function renameOwnFactor(context: WriteContext, id: number, name: string): Promise<Reply<Calls['rename']>> {
  const { database, actor } = context;
  return database.transact(async (trx) => {
    const factor = await rows.renameFactor(trx, actor.userId, id, name);
    if (!factor) throw problem('RESULTS_NOT_FOUND');
    await recordAction(trx, context, {
      action: 'secondFactor.rename',
      subject: { kind: 'user', id: actor.userId },
      after: { name },
    });
    return toFactor(factor);
  });
}

/** Removes one of the user's own factors; with the last factor, the recovery codes are removed too. Throws RESULTS_NOT_FOUND. */
export async function removeOwnFactor(
  context: OwnerContext & ReportContext,
  id: number,
  proof: ProofOfPerson,
): Promise<void> {
  const { database, actor } = context;
  await proveOwner(context, proof);
  await database.transact(async (trx) => {
    await lockUser(trx, actor.userId);
    const factor = await rows.deleteFactor(trx, actor.userId, id);
    if (!factor) throw problem('RESULTS_NOT_FOUND');
    const isLast = (await rows.findFactors(trx, actor.userId)).length === 0;
    if (isLast) await rows.deleteRecoveryCodes(trx, actor.userId);
    const change = isLast ? 'off' : factor.kind === 'passkey' ? 'passkeyRemoved' : 'appRemoved';
    await reportOwnChange(trx, context, { change, action: 'secondFactor.remove' });
  });
}

/** Replaces the user's own recovery codes with new ones. Throws RESULTS_NOT_FOUND for a user without a second factor. */
export async function renewOwnRecoveryCodes(
  context: OwnerContext & ReportContext & Pick<CallContext, 'randomBytes'>,
  proof: ProofOfPerson,
): Promise<Reply<Calls['renewRecoveryCodes']>> {
  const { database, actor, randomBytes } = context;
  await proveOwner(context, proof);
  return database.transact(async (trx) => {
    await lockUser(trx, actor.userId);
    if ((await rows.findFactors(trx, actor.userId)).length === 0) throw problem('RESULTS_NOT_FOUND');
    const recoveryCodes = await renewRecoveryCodes(trx, actor.userId, randomBytes);
    await reportOwnChange(trx, context, { change: 'newRecoveryCodes', action: 'secondFactor.renewRecoveryCodes' });
    return { recoveryCodes };
  });
}
