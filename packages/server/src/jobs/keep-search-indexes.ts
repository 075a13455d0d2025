import { renewSearchTexts, userSearchIndex } from '#server/features/users/list/search-users.repository.ts';
import { fillSearchIndex, sampleTerms } from '#server/platform/search/fill-search-index.repository.ts';
import type { JobDependencies } from './job-needs.ts';

/** Completes the search indexes after a copy of the database, writes search texts again after a new version has changed them, and counts again which characters are frequent. */
export async function updateSearchIndexes(
  { database }: Pick<JobDependencies, 'database'>,
  signal: AbortSignal,
): Promise<void> {
  await fillSearchIndex(database, userSearchIndex, signal);
  await renewSearchTexts(database, signal);
  await sampleTerms(database, userSearchIndex);
}
