import type { Database, Trx } from '#server/database/database.ts';
import { toLetterRecipient } from '#server/features/users/deputies.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { claimFirstCallOfDay } from '#server/platform/security/once-a-day.ts';
import { deleteAttempts } from '#server/platform/security/throttle.repository.ts';
import type { LicenseContextInput } from './license-context.ts';
import { findOwner } from './licenses.repository.ts';
import { findLostMachines, markLostMachineSeen } from './lost-machines.repository.ts';
import type { LostMachineRow } from './lost-machines.repository.ts';
import { findStaffForAll } from './report-misuse.ts';

/** `requestId` is null for a command, which runs without a request. */
type SentCode = { input: Pick<LicenseContextInput, 'userId' | 'request' | 'now'>; requestId: string | null };

/**
 * Notifies staff of a code whose PC is on the watch list, and records the code in the audit log: once a day for each PC and account. The
 * sender gets the usual answer, so that the sender does not learn that the PC is watched.
 */
export async function reportLostSeen(database: Database, queueLetter: QueueLetter, sentCode: SentCode): Promise<void> {
  const { userId, now, request } = sentCode.input;
  for (const machine of await findLostMachines(database.kysely, request.claims.fingerprint)) {
    const key = `lost:${machine.id}:${machine.reportedAt}:${userId}`;
    // oxlint-disable-next-line no-await-in-loop -- a PC is on the list for one or two tools
    if (!(await claimFirstCallOfDay(database, key, now))) continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- SQLite runs one transaction at a time anyway
      await database.transact((trx) => recordSighting(trx, queueLetter, { machine, ...sentCode }));
    } catch (error) {
      // If the e-mail cannot be queued, the next code of this PC notifies staff.
      // oxlint-disable-next-line no-await-in-loop -- this ends the loop
      await deleteAttempts(database.kysely, key);
      throw error;
    }
  }
}

async function recordSighting(
  trx: Trx,
  queueLetter: QueueLetter,
  { machine, input, requestId }: SentCode & { machine: LostMachineRow },
): Promise<void> {
  const { userId, now: at } = input;
  await markLostMachineSeen(trx, machine.id, { at, userId });
  const owner = await findOwner(trx, machine.userId);
  const sender = await findOwner(trx, userId);
  if (owner && sender)
    for (const recipient of await findStaffForAll(trx, [...new Set([owner.id, sender.id])], at))
      await queueLetter(trx, {
        kind: 'lostPcSeen',
        ...toLetterRecipient(recipient),
        machineName: machine.name,
        reportedAt: machine.reportedAt,
        owner: { userId: owner.id, name: owner.login },
        sender: { userId: sender.id, name: sender.login },
      });
  const auditSubject = { kind: 'machine', id: machine.id, personId: machine.userId } as const;
  // The audit entry names the sender neither as actor nor as value, because sender and owner can export the entries of the audit log about
  // themselves.
  await recordAudit(trx, { at, actorId: null, requestId, action: 'machine.lostSeen', subject: auditSubject });
}
