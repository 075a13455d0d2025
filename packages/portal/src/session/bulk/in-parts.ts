import { limits } from '@basics/contract/calls/limits.ts';

/** The result for a record whose part of the change failed or was not tried. */
type FailedResult = { id: number; outcome: 'refused'; message: string };

/**
 * Returns the result for each id. The ids are divided among several calls, each with at most as many ids as one call accepts. After a failed
 * call there are no more calls. If an earlier call has succeeded, its results are returned, and the other ids get the message of the failure.
 * If the first call fails, this function throws its failure.
 */
export async function callInParts<Result>(
  ids: readonly number[],
  callWithIds: (partIds: number[]) => Promise<{ results: readonly Result[] }>,
): Promise<(Result | FailedResult)[]> {
  const results: (Result | FailedResult)[] = [];
  for (let partStart = 0; partStart < ids.length; partStart += limits.page.max) {
    const partIds = ids.slice(partStart, partStart + limits.page.max);
    try {
      // The calls are made one after another, so that a failure prevents the following calls.
      // oxlint-disable-next-line no-await-in-loop
      results.push(...(await callWithIds(partIds)).results);
    } catch (error) {
      if (partStart === 0 || !(error instanceof Error)) throw error;
      const { message } = error;
      return [...results, ...ids.slice(partStart).map((id) => toFailedResult(id, message))];
    }
  }
  return results;
}

const toFailedResult = (id: number, message: string): FailedResult => ({ id, outcome: 'refused', message });
