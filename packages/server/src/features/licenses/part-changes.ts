import type { PartChanges } from '@basics/contract/license-admin.ts';
import { limits } from '@basics/contract/limits.ts';
import type { Trx } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { clockSkewMs, days } from '#server/platform/clock.ts';
import { caretakersOf, customerIn } from './caretaker-letters.ts';
import type { LicenseContext } from './license-context.ts';
import { claimDriftNotice, findParts } from './seats.repository.ts';

const { drift } = limits.licence;

/** How many of these changes (Unix milliseconds) lie in the last 7 and in the last 30 days. */
export function countChanges(moments: readonly number[], now: number): PartChanges {
  const countIn = (count: number) => moments.filter((at) => at > now - days(count) && at <= now + clockSkewMs).length;
  return { week: countIn(drift.weekDays), month: countIn(drift.days) };
}

type Changed = { gathered: LicenseContext; machineId: number; machineName: string; now: number };

/** Tells staff of a PC whose parts changed 3 times or more in 30 days, at most once a week. */
export async function reportDrift(trx: Trx, queueLetter: QueueLetter, changed: Changed): Promise<void> {
  const { gathered, machineId, machineName, now } = changed;
  const { owner, tool } = gathered;
  const parts = await findParts(trx, machineId);
  const counts = countChanges(
    parts.map(({ at }) => at),
    now,
  );
  if (counts.month < drift.changes) return;
  if (!(await claimDriftNotice(trx, machineId, { at: now, unlessAfter: now - days(drift.toldDays) }))) return;
  for (const to of await caretakersOf(trx, owner))
    await queueLetter(trx, {
      kind: 'partsChange',
      ...to,
      customer: customerIn(owner),
      machineName,
      tool: tool.name,
      ...counts,
    });
}
