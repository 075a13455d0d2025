import type { Trx } from '#server/database/database.ts';
import { longReads } from '#server/database/long-reads.ts';
import { endOfDay } from '#server/features/licenses/calendar.ts';
import { findLicenseToRemind } from '#server/features/licenses/licenses-in-use.repository.ts';
import { queueReminderLetters } from '#server/features/licenses/reminder-letters.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { processInBatches, processOneByOne } from '#server/platform/background/batches.ts';
import { days } from '#server/platform/clock.ts';
import { claimReminder, findExpiringIds } from './expiry-reminders.repository.ts';
import type { ExpiringId } from './expiry-reminders.repository.ts';
import type { JobDependencies } from './job-needs.ts';

/**
 * The number of calendar days (UTC) before the last day of a licence at which a reminder is sent, the nearest first.
 */
const reminderDays = [1, 7, 14, 30] as const;

/**
 * Sends each reminder of an expiring licence once. After an interruption of the portal only the nearest one is sent,
 * because the earlier ones are out of date. Several processes can run this at once: the one that inserts the reminder's
 * row sends it. A stop between two batches is safe, because the next run sends the rest.
 */
export async function sendExpiryReminders(needs: JobDependencies, signal?: AbortSignal): Promise<void> {
  const now = needs.clock();
  const { database } = needs;
  let after = now;
  for (const step of reminderDays) {
    const until = endOfDay(now + days(step));
    const window = { step, after, until };
    // In order: the nearest reminder of a licence is first.
    // oxlint-disable-next-line no-await-in-loop
    await processInBatches<ExpiringId>({
      next: (behind, most) => findExpiringIds(longReads(database.kysely), window, { behind, most }),
      work: (due) =>
        database.transact((trx) =>
          queueReminders(trx, needs, { ids: due.map(({ id }) => id), step: window.step, now }),
        ),
      signal,
    });
    after = until;
  }
}

type DueBatch = { ids: readonly number[]; step: number; now: number };

async function queueReminders(trx: Trx, needs: JobDependencies, { ids, step, now }: DueBatch): Promise<void> {
  const entries: AuditEntry[] = [];
  await processOneByOne(ids, async (id) => {
    const entry = await queueReminder(trx, needs, { id, step, now });
    if (entry) entries.push(entry);
  });
  if (entries.length > 0) await recordAudits(trx, entries);
}

type ReminderStep = { id: number; step: number; now: number };

/** Queues the e-mails for one licence; null if another process has done so, or if the licence is no longer in use. */
async function queueReminder(
  trx: Trx,
  { queueLetter }: JobDependencies,
  { id, step, now }: ReminderStep,
): Promise<AuditEntry | null> {
  const isFirst = await claimReminder(trx, { licenseId: id, step, at: now });
  const licence = await findLicenseToRemind(trx, id);
  if (!isFirst || !licence) return null;
  const to = await queueReminderLetters(trx, queueLetter, { licence, licenseId: id, now });
  return {
    at: now,
    actorId: null,
    requestId: null,
    action: 'license.remind',
    subject: { kind: 'license', id, personId: licence.userId },
    after: { days: step, to },
  };
}
