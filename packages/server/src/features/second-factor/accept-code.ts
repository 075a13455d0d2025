import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { sealPurposes } from '#server/platform/security/seal-purposes.ts';
import { toRecipient } from './factor.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import * as rows from './second-factor.repository.ts';
import { readTotpCode, findTotpStep } from './totp.ts';

type Dependencies = { database: Database; clock: Clock; seal: Seal; queueLetter: QueueLetter };

/**
 * Checks a code that a user typed: a code of an authenticator app, or a recovery code. Returns whether the code is
 * valid; each code is accepted once.
 */
export async function acceptCode(dependencies: Dependencies, userId: number, typedCode: string): Promise<boolean> {
  const code = readTotpCode(typedCode);
  return code === null ? acceptRecoveryCode(dependencies, userId, typedCode) : acceptTotp(dependencies, userId, code);
}

async function acceptTotp({ database, clock, seal }: Dependencies, userId: number, code: string): Promise<boolean> {
  const now = clock();
  const authenticatorApps = (await rows.findFactors(database.kysely, userId)).filter(({ kind }) => kind === 'totp');
  for (const app of authenticatorApps) {
    // oxlint-disable-next-line no-await-in-loop -- most users have only one app
    const secret = await seal.open(sealPurposes.authenticatorApp(userId), app.secret);
    const timeStep = secret === null ? null : findTotpStep(secret, code, now);
    if (timeStep !== null && (await rows.raiseCounter(database.kysely, app.id, timeStep, now))) return true;
  }
  return false;
}

function acceptRecoveryCode(
  { database, clock, queueLetter }: Dependencies,
  userId: number,
  typedCode: string,
): Promise<boolean> {
  return database.transact(async (trx) => {
    const at = clock();
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
