import type { Database } from '#server/database/database.ts';
import { longReads } from '#server/database/long-reads.ts';
import type { NewRow } from '#server/database/schema.ts';
import type { Clock } from '#server/platform/clock.ts';
import { countPcsOfTool, findToolNames, storeCounts } from './fleet.repository.ts';

/**
 * Counts the PCs by version for the page of the versions in use, one tool after the other, so that no request has to. The counts name no
 * customer: they contain only groups of customers, and who may see a group is decided when the page is read.
 */
export async function countFleet(
  { database, clock }: { database: Database; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock();
  const counts: NewRow<'fleetCounts'>[] = [];
  for (const { id } of await findToolNames(database.kysely)) {
    signal?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one long read at a time leaves the other reader threads to requests
    counts.push(...(await countPcsOfTool(longReads(database.kysely), id, now)));
  }
  await database.transact((trx) => storeCounts(trx, counts, now));
}
