import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { toRecipient, createSealPurpose } from './factor.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import * as rows from './second-factor.repository.ts';
import { readTotpCode, findTotpStep } from './totp.ts';

type Dependencies = { database: Database; clock: Clock; seal: Seal; queueLetter: QueueLetter };

/** Whether a typed code is valid, as a code of an app or as a recovery code; each code is accepted once. */
export async function acceptCode(needs: Dependencies, userId: number, typed: string): Promise<boolean> {
  const code = readTotpCode(typed);
  return code === null ? acceptRecoveryCode(needs, userId, typed) : acceptTotp(needs, userId, code);
}

async function acceptTotp({ database, clock, seal }: Dependencies, userId: number, code: string): Promise<boolean> {
  const now = clock();
  const apps = (await rows.findFactors(database.kysely, userId)).filter(({ kind }) => kind === 'totp');
  for (const app of apps) {
    // oxlint-disable-next-line no-await-in-loop -- one app after the other: most users have one
    const secret = await seal.open(createSealPurpose(userId), app.secret);
    const step = secret === null ? null : findTotpStep(secret, code, now);
    if (step !== null && (await rows.raiseCounter(database.kysely, app.id, step, now))) return true;
  }
  return false;
}

function acceptRecoveryCode(
  { database, clock, queueLetter }: Dependencies,
  userId: number,
  typed: string,
): Promise<boolean> {
  return database.transact(async (trx) => {
    const at = clock();
    if (!(await rows.useRecoveryCode(trx, userId, hashRecoveryCode(typed), at))) return false;
    const owner = await rows.findOwner(trx, userId);
    const subject = { kind: 'user', id: userId } as const;
    const action = 'secondFactor.recoveryCodeUsed';
    await recordAudit(trx, { at, actorId: userId, requestId: null, action, subject });
    if (owner)
      await queueLetter(trx, { kind: 'twoStepChanged', ...toRecipient(owner), change: 'recoveryCodeUsed', at });
    return true;
  });
}
