import { readTotpCode } from '@basics/contract/second-factor/totp-code.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { ProofOfPerson, secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { lockUser } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { sealPurposes } from '#server/platform/security/seal.ts';
import { toFactor } from './factor.ts';
import { proveOwner, type OwnerContext } from './prove-owner.ts';
import { createFirstRecoveryCodes, reportOwnChange, type ReportContext } from './report-change.ts';
import * as rows from './second-factor.repository.ts';
import { createTotpSecret, findTotpStep, createTotpUri } from './totp.ts';

type Calls = typeof secondFactor;

/**
 * Creates the secret of an authenticator app. The user confirms the secret with the first code of the app. An
 * earlier unfinished setup is deleted.
 */
export async function beginTotp(
  context: OwnerContext & Pick<CallContext, 'randomBytes'>,
  proof: ProofOfPerson,
): Promise<Reply<Calls['beginTotp']>> {
  const { database, actor, at, seal, randomBytes } = context;
  await proveOwner(context, proof);
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
      createdAt: at,
      confirmedAt: null,
    });
  });
  return { id, secret, uri: createTotpUri(secret, actor.login) };
}

/** Confirms an authenticator app with its first code. Throws RESULTS_NOT_FOUND, WRONG_SECOND_STEP. */
export async function confirmTotp(
  context: ReportContext & Pick<CallContext, 'database' | 'db' | 'seal' | 'randomBytes'>,
  id: number,
  { code, name }: Body<Calls['confirmTotp']>,
): Promise<Reply<Calls['confirmTotp']>> {
  const { database, db, actor, at, seal, randomBytes } = context;
  const unconfirmedApp = await rows.findUnconfirmedApp(db, actor.userId, id);
  const secret = unconfirmedApp
    ? await seal.open(sealPurposes.authenticatorApp(actor.userId), unconfirmedApp.secret)
    : null;
  if (secret === null) throw problem('RESULTS_NOT_FOUND');
  const timeStep = findTotpStep(secret, readTotpCode(code) ?? '', at);
  if (timeStep === null) throw problem('WRONG_SECOND_STEP');
  return database.transact(async (trx) => {
    await lockUser(trx, actor.userId);
    const factor = await rows.confirmFactor(trx, id, { name, step: timeStep, now: at });
    if (!factor) throw problem('RESULTS_NOT_FOUND');
    const recoveryCodes = await createFirstRecoveryCodes(trx, actor.userId, randomBytes);
    await reportOwnChange(trx, context, { change: 'on', action: 'secondFactor.addTotp' });
    return { factor: toFactor(factor), recoveryCodes };
  });
}
