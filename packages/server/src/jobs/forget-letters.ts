import { limits } from '@basics/contract/limits.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import { days, hours } from '#server/platform/clock.ts';
import type { JobDependencies } from './job-needs.ts';
import { deleteFinishedLetters, deleteLettersAboutDeletedUsers, deleteSealedParts } from './purge.repository.ts';

const retentionDays = 90;
/** The number of days for which an unsent e-mail to a deleted user, or with the name of a deleted user, is kept. */
const unsentDays = 7;

/**
 * Removes the links from e-mails in the outbox after they have expired, and deletes e-mails 90 days after they were
 * sent or failed. Deletes e-mails that are addressed to deleted users or name them: as soon as these e-mails are sent
 * or have failed, and otherwise after 7 days.
 */
export async function deleteOldLetters(
  { database: { kysely }, clock }: JobDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  await repeatUntilDone((limit) => deleteSealedParts(kysely, now - hours(limits.link.activationHours), limit), signal);
  await repeatUntilDone(
    (limit) => deleteLettersAboutDeletedUsers(kysely, { unsentUntil: now - days(unsentDays), limit }),
    signal,
  );
  await repeatUntilDone((limit) => deleteFinishedLetters(kysely, now - days(retentionDays), limit), signal);
}
