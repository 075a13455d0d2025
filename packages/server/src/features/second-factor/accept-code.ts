import { recordAudit } from '#server/platform/audit.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { sealPurposes } from '#server/platform/security/seal-purposes.ts';
import { toRecipient } from './factor.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import * as rows from './second-factor.repository.ts';
import { readTotpCode, findTotpStep } from './totp.ts';

export type CodeContext = Pick<CallContext, 'database' | 'db' | 'at' | 'seal' | 'queueLetter'>;

/**
 * Checks a code that a user typed: a code of an authenticator app, or a recovery code. Returns whether the code is
 * valid; each code is accepted once.
 */
export async function acceptCode(context: CodeContext, userId: number, typedCode: string): Promise<boolean> {
  const code = readTotpCode(typedCode);
  return code === null ? acceptRecoveryCode(context, userId, typedCode) : acceptTotp(context, userId, code);
}

async function acceptTotp({ db, at, seal }: CodeContext, userId: number, code: string): Promise<boolean> {
  const authenticatorApps = (await rows.findFactors(db, userId)).filter(({ kind }) => kind === 'totp');
  for (const app of authenticatorApps) {
    // oxlint-disable-next-line no-await-in-loop -- most users have only one app
    const secret = await seal.open(sealPurposes.authenticatorApp(userId), app.secret);
    const timeStep = secret === null ? null : findTotpStep(secret, code, at);
    if (timeStep !== null && (await rows.raiseCounter(db, app.id, timeStep, at))) return true;
  }
  return false;
}

function acceptRecoveryCode(
  { database, at, queueLetter }: CodeContext,
  userId: number,
  typedCode: string,
): Promise<boolean> {
  return database.transact(async (trx) => {
    if (!(await rows.useRecoveryCode(trx, userId, hashRecoveryCode(typedCode), at))) return false;
    const owner = await rows.findOwner(trx, userId);
    const auditSubject = { kind: 'user', id: userId } as const;
    const action = 'secondFactor.recoveryCodeUsed';
    await recordAudit(trx, { at, actorId: userId, requestId: null, action, subject: auditSubject });
    if (owner)
      await queueLetter(trx, { kind: 'twoStepChanged', ...toRecipient(owner), change: 'recoveryCodeUsed', at });
    return true;
  });
}
