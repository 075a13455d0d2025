import type { Trx } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findLicenseToRemind } from '#server/features/licenses/renew/renewals.repository.ts';
import { queueReminderLetters } from '#server/features/licenses/contacts/remind-owners.ts';
import { bySystem, recordAudits, type AuditEntry } from '#server/platform/audit/audit.ts';
import { processInBatches, processOneByOne } from '#server/platform/background/batches.ts';
import { endOfDay, days } from '#server/platform/clock/clock.ts';
import { claimReminder, findExpiringIds, type ExpiringId } from './expiry-reminders.repository.ts';
import type { JobDependencies } from '../job-needs.ts';

/**
 * The numbers of calendar days (UTC) before the last day of a licence at which a reminder is sent, the last reminder first.
 */
const reminderDays = [1, 7, 14, 30] as const;

/**
 * Sends each reminder of an expiring licence once. After an interruption of the portal, only the last due reminder is sent, because the
 * earlier reminders are out of date. Several processes can send reminders at once: the process that inserts the row of a reminder sends it.
 * A stop between two batches is safe, because the next run sends the remaining reminders.
 */
export async function sendExpiryReminders(dependencies: JobDependencies, signal?: AbortSignal): Promise<void> {
  const now = dependencies.clock();
  const { database } = dependencies;
  let windowStart = now;
  for (const daysBefore of reminderDays) {
    const until = endOfDay(now + days(daysBefore));
    const expiryWindow = { daysBefore, from: windowStart, until };
    // The steps run in order, because the last due reminder of a licence must be found first.
    // oxlint-disable-next-line no-await-in-loop
    await processInBatches<ExpiringId>({
      readItems: (last, limit) => findExpiringIds(dbForLongReads(database.kysely), expiryWindow, { last, limit }),
      processItems: (due) =>
        database.transact((trx) =>
          queueReminders(trx, dependencies, { ids: due.map(({ id }) => id), daysBefore: expiryWindow.daysBefore, now }),
        ),
      signal,
    });
    windowStart = until;
  }
}

type ReminderBatch = { ids: readonly number[]; daysBefore: number; now: number };

async function queueReminders(
  trx: Trx,
  dependencies: JobDependencies,
  { ids, daysBefore, now }: ReminderBatch,
): Promise<void> {
  const entries: AuditEntry[] = [];
  await processOneByOne(ids, async (id) => {
    const entry = await queueReminder(trx, dependencies, { id, daysBefore, now });
    if (entry) entries.push(entry);
  });
  if (entries.length > 0) await recordAudits(trx, entries);
}

type DueReminder = { id: number; daysBefore: number; now: number };

/**
 * Queues the reminder for one licence, and returns its audit entry; null if another process sends the reminder, or if
 * the licence is no longer in use.
 */
async function queueReminder(
  trx: Trx,
  { queueLetter }: JobDependencies,
  { id, daysBefore, now }: DueReminder,
): Promise<AuditEntry | null> {
  const isClaimed = await claimReminder(trx, { licenseId: id, daysBefore, at: now });
  const licence = await findLicenseToRemind(trx, id);
  if (!isClaimed || !licence) return null;
  const to = await queueReminderLetters(trx, queueLetter, { licence, licenseId: id, now });
  return {
    at: now,
    ...bySystem,
    action: 'license.remind',
    subject: { kind: 'license', id, personId: licence.userId },
    after: { days: daysBefore, to },
  };
}
