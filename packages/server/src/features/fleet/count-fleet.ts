import { licenseAges, type fleet, type FleetCounts } from '@basics/contract/fleet/fleet.ts';
import type { Query } from '@basics/contract/calls/endpoint.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import type { NewRow } from '#server/database/schema.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import {
  countPcsInRange,
  findBrandNames,
  findCountTime,
  findLastLicenseId,
  findToolNames,
  storeCounts,
  sumByBrand,
  sumByCountry,
  sumByTool,
  sumByVersion,
} from './fleet.repository.ts';

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

export async function readFleetCounts(
  { db: anyDb, actor: viewer }: Pick<CallContext, 'db' | 'actor'>,
  query: Query<typeof fleet.versions>,
): Promise<FleetCounts> {
  const db = dbForLongReads(anyDb);
  const [names, brandNames, countedAt, toolSums] = await Promise.all([
    findToolNames(db),
    findBrandNames(db),
    findCountTime(db),
    sumByTool(db, viewer),
  ]);
  const tools = toolSums
    .map(({ toolId, pcs }) => ({
      tool: toolId,
      name: names.find(({ id }) => id === toolId)?.name ?? toolId,
      pcs: Number(pcs),
    }))
    .toSorted((one, two) => two.pcs - one.pcs);
  const countedTool = query.tool ?? tools[0]?.tool ?? null;
  const filter = { ...query, tool: countedTool ?? '' };
  const [versions, countries, brands] = await Promise.all([
    sumByVersion(db, viewer, { ...filter, version: undefined }),
    sumByCountry(db, viewer, { ...filter, country: undefined }),
    sumByBrand(db, viewer, { ...filter, brand: undefined }),
  ]);
  return {
    countedAt: countedAt === null ? null : new Date(countedAt).toISOString(),
    tool: countedTool,
    tools,
    versions: groupByVersion(versions),
    countries: countries
      .map(({ country, pcs }) => ({ country, pcs: Number(pcs) }))
      .toSorted((one, two) => two.pcs - one.pcs || (one.country < two.country ? -1 : 1)),
    brands: brands.map(({ brandId, pcs }) => ({
      brand: brandId,
      name: brandNames.find(({ id }) => id === brandId)?.name ?? brandId,
      pcs: Number(pcs),
    })),
  };
}

type VersionSum = Awaited<ReturnType<typeof sumByVersion>>[number];

function groupByVersion(sums: readonly VersionSum[]): FleetCounts['versions'] {
  const versions = [...new Set(sums.map(({ toolVersion }) => toolVersion))].toSorted(compareVersions);
  return versions.map((version) => {
    const ages = licenseAges.map((_, index) =>
      Number(sums.find(({ toolVersion, age }) => toolVersion === version && age === index)?.pcs ?? 0),
    );
    return { version, ages, pcs: ages.reduce((total, pcs) => total + pcs, 0) };
  });
}

/** Compares versions such as "1.10.0" by their numbers, so that a sorted list begins with the newest version. */
function compareVersions(one: string, two: string): number {
  const [left, right] = [readNumbers(one), readNumbers(two)];
  const differingIndex = left.findIndex((number, index) => number !== right[index]);
  return differingIndex === -1 ? 0 : (right[differingIndex] ?? 0) - (left[differingIndex] ?? 0);
}

const readNumbers = (version: string): number[] => version.split('.').map(Number);
