import { limits } from '@basics/contract/limits.ts';

/** Returns the result for each id. It makes several calls, each with at most as many ids as one call accepts. */
export async function callInParts<Result>(
  ids: readonly number[],
  callWithIds: (partIds: number[]) => Promise<{ results: readonly Result[] }>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let partStart = 0; partStart < ids.length; partStart += limits.page.max) {
    // The calls are made one after another, so that a failure prevents the following calls.
    // oxlint-disable-next-line no-await-in-loop
    const reply = await callWithIds(ids.slice(partStart, partStart + limits.page.max));
    results.push(...reply.results);
  }
  return results;
}
