import { licenseAges } from '@basics/contract/fleet.ts';
import type { fleet, FleetCounts } from '@basics/contract/fleet.ts';
import type { Body, Query } from '@basics/contract/endpoint.ts';
import type { Database, Db } from '#server/database/database.ts';
import { dbForLongReads } from '#server/database/long-reads.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { compareVersions } from './compare-versions.ts';
import {
  findBrandNames,
  findCountTime,
  findToolNames,
  sumByBrand,
  sumByCountry,
  sumByTool,
  sumByVersion,
} from './fleet.repository.ts';
import { endMailing, readMailing, sendNote } from './send-note.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  queueLetter: QueueLetter;
  publicUrl: string;
  wakeMailings: () => void;
};

/** Counts the versions on the PCs of users in the viewer's scope, and sends release notes to the owners of chosen PCs. */
export const fleetService = ({ database, clock, queueLetter, publicUrl, wakeMailings }: Dependencies) => ({
  versions: (actor: Actor, query: Query<typeof fleet.versions>) =>
    readCounts(dbForLongReads(database.kysely), actor, query),

  sendNote: (actor: Actor, body: Body<typeof fleet.sendNote>, origin: Origin) =>
    sendNote({ database, queueLetter, publicUrl, wakeMailings, actor, origin, at: clock() }, body),

  mailing: (actor: Actor, id: number, origin: Origin) =>
    readMailing({ database, queueLetter, actor, origin, at: clock() }, id),

  stopMailing: (actor: Actor, id: number, origin: Origin) =>
    endMailing({ database, queueLetter, actor, origin, at: clock() }, id),
});

export type FleetService = ReturnType<typeof fleetService>;

async function readCounts(db: Db, viewer: Viewer, query: Query<typeof fleet.versions>): Promise<FleetCounts> {
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
