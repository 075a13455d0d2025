import type { PartChanges } from '@basics/contract/license-admin.ts';
import { limits } from '@basics/contract/limits.ts';
import type { Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { clockSkewMs, days } from '#server/platform/clock.ts';
import { findCaretakersOfOwner, toLetterCustomer } from './caretaker-letters.ts';
import type { LicenseContext } from './license-context.ts';
import { claimDriftNotice, findParts } from './seats.repository.ts';

const { drift } = limits.licence;

/** The number of these changes (Unix milliseconds) in the last 7 and in the last 30 days. */
export function countChanges(moments: readonly number[], now: number): PartChanges {
  const countIn = (count: number) => moments.filter((at) => at > now - days(count) && at <= now + clockSkewMs).length;
  return { week: countIn(drift.weekDays), month: countIn(drift.days) };
}

type ChangedMachine = { gathered: LicenseContext; machineId: number; machineName: string; now: number };

/** Notifies staff of a PC whose parts changed at least 3 times in 30 days, at most once a week. */
export async function reportDrift(trx: Trx, queueLetter: QueueLetter, changed: ChangedMachine): Promise<void> {
  const { gathered, machineId, machineName, now } = changed;
  const { owner, tool } = gathered;
  const parts = await findParts(trx, machineId);
  const counts = countChanges(
    parts.map(({ at }) => at),
    now,
  );
  if (counts.month < drift.changes) return;
  if (!(await claimDriftNotice(trx, machineId, { at: now, unlessAfter: now - days(drift.toldDays) }))) return;
  for (const to of await findCaretakersOfOwner(trx, owner))
    await queueLetter(trx, {
      kind: 'partsChange',
      ...to,
      customer: toLetterCustomer(owner),
      machineName,
      tool: tool.name,
      ...counts,
    });
}
