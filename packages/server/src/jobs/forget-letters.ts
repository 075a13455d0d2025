import { limits } from '@basics/contract/limits.ts';
import { days, hours } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';
import { deleteFinishedLetters, emptySealedParts } from './purge.repository.ts';

const keptDays = 90;

/**
 * Removes links from the outbox when none of them can work any more, and finished letters after 90 days or when their recipient is
 * deleted.
 */
export async function forgetLetters({ database, clock }: JobNeeds): Promise<void> {
  const now = clock();
  await emptySealedParts(database.kysely, now - hours(limits.link.activationHours));
  await deleteFinishedLetters(database.kysely, now - days(keptDays));
}
