import { limits } from '@basics/contract/limits.ts';

/** What became of each id; so many at once as a call takes. */
export async function inParts<Result>(
  ids: readonly number[],
  ask: (some: number[]) => Promise<{ results: readonly Result[] }>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < ids.length; start += limits.page.most) {
    // In turn, so that what failed is known before more is asked.
    // oxlint-disable-next-line no-await-in-loop
    const reply = await ask(ids.slice(start, start + limits.page.most));
    results.push(...reply.results);
  }
  return results;
}
