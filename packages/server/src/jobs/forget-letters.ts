import { limits } from '@basics/contract/limits.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import { days, hours } from '#server/platform/clock.ts';
import type { JobDependencies } from './job-needs.ts';
import { deleteFinishedLetters, deleteLettersOfDeleted, emptySealedParts } from './purge.repository.ts';

const retentionDays = 90;
/** How long a letter to a deleted user, or that names one, waits for a mail server. */
const unsentDays = 7;

/**
 * Removes links from the outbox when none of them can work any more, and finished letters after 90 days. Letters to
 * deleted users, or that name one, go when they are finished, or after 7 days.
 */
export async function forgetLetters(
  { database: { kysely }, clock }: JobDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  await repeatUntilDone((most) => emptySealedParts(kysely, now - hours(limits.link.activationHours), most), signal);
  await repeatUntilDone(
    (most) => deleteLettersOfDeleted(kysely, { unsentUntil: now - days(unsentDays), most }),
    signal,
  );
  await repeatUntilDone((most) => deleteFinishedLetters(kysely, now - days(retentionDays), most), signal);
}
