import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/long-reads.ts';
import type { NewRow } from '#server/database/schema.ts';
import type { Clock } from '#server/platform/clock.ts';
import { countPcsInRange, findLastLicenseId, findToolNames, storeCounts } from './fleet.repository.ts';

/** The number of licence ids that one statement counts, so that a search waits only some milliseconds for the reader thread. */
const defaultRangeSize = 5000;

/**
 * Counts the PCs by version in advance for the page "Versions in use", because a request would have to wait for the count. The counts
 * contain groups of customers, not single customers. Who may see a group is decided when the page is read.
 */
export async function countFleet(
  { database, clock, rangeSize = defaultRangeSize }: { database: Database; clock: Clock; rangeSize?: number },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  const toolIds = new Set((await findToolNames(database.kysely)).map(({ id }) => id));
  const counts = new Map<string, NewRow<'fleetCounts'>>();
  const lastId = await findLastLicenseId(database.kysely);
  for (let after = 0; after < lastId; after += rangeSize) {
    signal?.throwIfAborted();
    const range = { after, upTo: after + rangeSize };
    // oxlint-disable-next-line no-await-in-loop -- one long read at a time leaves the other reader threads to requests
    for (const { pcs, ...group } of await countPcsInRange(dbForLongReads(database.kysely), range, now))
      if (toolIds.has(group.toolId)) {
        const key = JSON.stringify(Object.values(group));
        counts.set(key, { ...group, pcs: pcs + (counts.get(key)?.pcs ?? 0) });
      }
    // oxlint-disable-next-line no-await-in-loop -- requests are answered between two reads
    await nextTurn();
  }
  await database.transact((trx) => storeCounts(trx, [...counts.values()], now));
}
