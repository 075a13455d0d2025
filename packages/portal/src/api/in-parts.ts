import { limits } from '@basics/contract/limits.ts';

/** The result for each id, from calls with at most as many ids as a call accepts. */
export async function callInParts<Result>(
  ids: readonly number[],
  ask: (some: number[]) => Promise<{ results: readonly Result[] }>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < ids.length; start += limits.page.most) {
    // One after another, so that a failure stops the rest.
    // oxlint-disable-next-line no-await-in-loop
    const reply = await ask(ids.slice(start, start + limits.page.most));
    results.push(...reply.results);
  }
  return results;
}
