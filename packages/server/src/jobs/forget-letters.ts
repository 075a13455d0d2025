import { limits } from '@basics/contract/limits.ts';
import { untilDone } from '#server/platform/background/batches.ts';
import { days, hours } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';
import { deleteFinishedLetters, deleteLettersToDeleted, emptySealedParts } from './purge.repository.ts';

const keptDays = 90;

/**
 * Removes links from the outbox when none of them can work any more, and finished letters after 90 days or when their recipient is
 * deleted.
 */
export async function forgetLetters({ database: { kysely }, clock }: JobNeeds, signal?: AbortSignal): Promise<void> {
  const now = clock();
  await untilDone((most) => emptySealedParts(kysely, now - hours(limits.link.activationHours), most), signal);
  await untilDone((most) => deleteLettersToDeleted(kysely, most), signal);
  await untilDone((most) => deleteFinishedLetters(kysely, now - days(keptDays), most), signal);
}
