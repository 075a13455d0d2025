import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { recipientOf, sealPurpose } from './factor.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import * as rows from './second-factor.repository.ts';
import { totpCodeIn, totpStep } from './totp.ts';

type Needs = { database: Database; clock: Clock; seal: Seal; queueLetter: QueueLetter };

/** Whether a typed code is valid, as a code of an app or as a recovery code; each code is accepted once. */
export async function acceptsCode(needs: Needs, userId: number, typed: string): Promise<boolean> {
  const code = totpCodeIn(typed);
  return code === null ? acceptsRecoveryCode(needs, userId, typed) : acceptsTotp(needs, userId, code);
}

async function acceptsTotp({ database, clock, seal }: Needs, userId: number, code: string): Promise<boolean> {
  const now = clock();
  const apps = (await rows.findFactors(database.kysely, userId)).filter(({ kind }) => kind === 'totp');
  for (const app of apps) {
    const secret = seal.open(sealPurpose(userId), app.secret);
    const step = secret === null ? null : totpStep(secret, code, now);
    if (step !== null && (await rows.raiseCounter(database.kysely, app.id, step, now))) return true;
  }
  return false;
}

function acceptsRecoveryCode({ database, clock, queueLetter }: Needs, userId: number, typed: string): Promise<boolean> {
  return database.transact(async (trx) => {
    const at = clock();
    if (!(await rows.useRecoveryCode(trx, userId, recoveryCodeHash(typed), at))) return false;
    const owner = await rows.findOwner(trx, userId);
    const subject = { kind: 'user', id: userId } as const;
    const action = 'secondFactor.recoveryCodeUsed';
    await recordAudit(trx, { at, actorId: userId, requestId: null, action, subject });
    if (owner)
      await queueLetter(trx, { kind: 'twoStepChanged', ...recipientOf(owner), change: 'recoveryCodeUsed', at });
    return true;
  });
}
