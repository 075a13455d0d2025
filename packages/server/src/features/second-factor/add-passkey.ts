import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { ProofOfPerson, secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import type { Trx } from '#server/database/foundation.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import { lockUser } from '#server/database/database.ts';
import { issueOneTimeToken, useOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { problem } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { newChallenge } from './check-second-step.ts';
import { toFactor } from './factor.ts';
import { checkNewPasskey, createCreationOptions } from './passkeys.ts';
import { proveOwner, type OwnerContext } from './prove-owner.ts';
import { createFirstRecoveryCodes, reportOwnChange, type ReportContext } from './report-change.ts';
import * as rows from './second-factor.repository.ts';

type Calls = typeof secondFactor;

/** Creates the challenge with which the user's browser creates a passkey for the user's own account. */
export async function beginPasskey(context: OwnerContext, proof: ProofOfPerson): Promise<Reply<Calls['beginPasskey']>> {
  const { db, at, publicUrl } = context;
  await proveOwner(context, proof);
  const { userId, login } = context.actor;
  const owner = await rows.findOwner(db, userId);
  const knownIds = (await rows.findFactors(db, userId)).flatMap(({ credentialId: id }) => id ?? []);
  const challenge = newChallenge();
  const { token } = await issueOneTimeToken(db, { purpose: 'passkey', userId, challenge, now: at });
  const name = [owner?.firstName, owner?.lastName].filter(Boolean).join(' ');
  return { token, options: createCreationOptions(publicUrl, { challenge, user: { userId, login, name }, knownIds }) };
}

/** Adds the passkey that the user's browser has created. Throws WRONG_SECOND_STEP. */
export async function addPasskey(
  context: ReportContext & Pick<CallContext, 'database' | 'db' | 'randomBytes' | 'publicUrl'>,
  { token, name, response }: Body<Calls['addPasskey']>,
): Promise<Reply<Calls['addPasskey']>> {
  const { database, db, actor, at, randomBytes, publicUrl } = context;
  const usedToken = await useOneTimeToken(db, { purposes: ['passkey'], token, now: at });
  if (!usedToken?.challenge || usedToken.userId !== actor.userId) throw problem('WRONG_SECOND_STEP');
  const passkey = await checkNewPasskey(publicUrl, response, usedToken.challenge);
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
    await reportOwnChange(trx, context, { change: 'passkeyAdded', action: 'secondFactor.addPasskey' });
    return { factor: toFactor(factor), recoveryCodes };
  };
  return refuseDuplicate(() => database.transact(insertPasskey));
}

/** Runs `insertPasskey`, and throws WRONG_SECOND_STEP if the passkey is already registered for any user. */
async function refuseDuplicate<T>(insertPasskey: () => Promise<T>): Promise<T> {
  try {
    return await insertPasskey();
  } catch (error) {
    if (isUniqueViolation(error, 'secondFactors', ['credentialId']))
      throw problem('WRONG_SECOND_STEP', { cause: error });
    throw error;
  }
}
