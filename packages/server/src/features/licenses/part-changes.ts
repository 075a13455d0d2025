import type { PartChanges } from '@basics/contract/license-admin.ts';
import { limits } from '@basics/contract/limits.ts';
import type { Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { clockSkewMs, days } from '#server/platform/clock.ts';
import { findCaretakersOfOwner, toLetterCustomer } from './caretaker-letters.ts';
import type { LicenseContext } from './license-context.ts';
import { claimPartChangeNotice, findPartHistory } from './seats.repository.ts';

const { drift } = limits.licence;

/** Counts the changes in the last 7 and in the last 30 days; `moments` are their times in Unix milliseconds. */
export function countPartChanges(moments: readonly number[], now: number): PartChanges {
  const countInDays = (count: number) =>
    moments.filter((at) => at > now - days(count) && at <= now + clockSkewMs).length;
  return { week: countInDays(drift.weekDays), month: countInDays(drift.days) };
}

type ChangedMachine = { licenseContext: LicenseContext; machineId: number; machineName: string; now: number };

/** Notifies staff, at most once a week, of a PC whose parts changed at least 3 times in 30 days. */
export async function reportPartChange(
  trx: Trx,
  queueLetter: QueueLetter,
  changedMachine: ChangedMachine,
): Promise<void> {
  const { licenseContext, machineId, machineName, now } = changedMachine;
  const { owner, tool } = licenseContext;
  const parts = await findPartHistory(trx, machineId);
  const counts = countPartChanges(
    parts.map(({ at }) => at),
    now,
  );
  if (counts.month < drift.changes) return;
  if (
    !(await claimPartChangeNotice(trx, machineId, { at: now, notNotifiedSince: now - days(drift.reportedOnceInDays) }))
  )
    return;
  for (const to of await findCaretakersOfOwner(trx, owner, now))
    await queueLetter(trx, {
      kind: 'partsChange',
      ...to,
      customer: toLetterCustomer(owner),
      machineName,
      tool: tool.name,
      ...counts,
    });
}
