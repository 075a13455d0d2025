import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { licenseAdmin, Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { countPresentComponents, isCopiedSystem, minComponents } from '@basics/licensing/fingerprint.ts';
import type { Db } from '#server/database/foundation.ts';
import { toPolicyProfile } from '#server/features/licenses/issue/license-context.ts';
import { chooseGrant, countPartChanges, findSeatTerms, holdsSeat } from '#server/features/licenses/license.ts';
import { findMoves, findOwner, findPolicy } from '#server/features/licenses/licenses.repository.ts';
import { findCompanyMoves, findSeatHolders } from '#server/features/licenses/seats/company-seats.repository.ts';
import { findPartChanges, readFingerprints } from '#server/features/licenses/seats/machine-parts.repository.ts';
import { toLicense } from '#server/features/licenses/read-license.ts';
import { findRenewalOutlook } from '#server/features/licenses/renew/renewability.ts';
import { findRenewalFacts, type RenewalFacts } from '#server/features/licenses/renew/renewals.repository.ts';
import { findGrants, type GrantRow } from '#server/features/tools/tools.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { days, addMonths, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { findCurrentLicenses, findPcs, findToolNamesById } from './license-admin.repository.ts';

/** Lists the PCs, seats and moves of a user in the actor's scope. Throws USER_NOT_FOUND. */
export async function listToolUsages(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
): Promise<Reply<typeof licenseAdmin.machines>> {
  await requireInScope(db, actor, userId, 'licences');
  return { items: await findToolUsages(db, { userId, now: at }) };
}

type ToolUsageQuery = { userId: number; now: number };

/** Returns the PCs, seats and moves of a user for each tool that the user may use, or has used on a PC. */
export async function findToolUsages(db: Db, query: ToolUsageQuery): Promise<ToolUsage[]> {
  const userFacts = await findUserFacts(db, query);
  const tools = [
    ...new Set([...userFacts.grants.map(({ toolId: id }) => id), ...userFacts.pcs.map(({ toolId: id }) => id)]),
  ];
  const toolNames = await findToolNamesById(db, tools);
  const toolUsages: ToolUsage[] = [];
  // Users have one or two tools; the data that all tools share is read once.
  for (const tool of tools.toSorted())
    toolUsages.push(await findUsageOfTool(db, userFacts, { id: tool, name: toolNames.get(tool) ?? tool }));
  return toolUsages;
}

type UserFacts = ToolUsageQuery & {
  owner: NonNullable<Awaited<ReturnType<typeof findOwner>>>;
  grants: readonly GrantRow[];
  pcs: Awaited<ReturnType<typeof findPcs>>;
  licenses: Awaited<ReturnType<typeof findCurrentLicenses>>;
  renewals: readonly RenewalFacts[];
  partChanges: Awaited<ReturnType<typeof findPartChanges>>;
};

async function findUserFacts(db: Db, { userId, now }: ToolUsageQuery): Promise<UserFacts> {
  const owner = await findOwner(db, userId);
  if (!owner) throw problem('USER_NOT_FOUND');
  const licenses = await findCurrentLicenses(db, userId);
  return {
    userId,
    now,
    owner,
    grants: await findGrants(db, userId, toUtcDay(now)),
    pcs: await findPcs(db, userId),
    licenses,
    renewals: await findRenewalFacts(
      db,
      licenses.map(({ id }) => id),
    ),
    partChanges: await findPartChanges(db, userId, now - days(limits.licence.drift.days)),
  };
}

async function findUsageOfTool(db: Db, userFacts: UserFacts, tool: { id: string; name: string }): Promise<ToolUsage> {
  const { owner, userId, now } = userFacts;
  const brandId = findBrandWithPolicy(userFacts, tool);
  const profileId = toPolicyProfile(owner.profileId);
  const policy = await findPolicy(db, { profileId, toolId: tool.id, brandId });
  const since = addMonths(now, -limits.licence.moveWindowMonths);
  const machines = listMachines(userFacts, tool.id);
  const grant = userFacts.grants.find((held) => held.toolId === tool.id && held.brandId === brandId);
  const companyId = grant?.companyId ?? null;
  const moves = await (companyId === null
    ? findMoves(db, { userId, toolId: tool.id, since, now })
    : findCompanyMoves(db, { companyId, toolId: tool.id, since, now }));
  const seatsUsed =
    companyId === null
      ? machines.filter((machine) => machine.holdsSeat).length
      : (await findSeatHolders(db, { companyId, toolId: tool.id, brandId, now })).length;
  const terms = policy && findSeatTerms(grant?.pcs ?? null, policy);
  return {
    tool: tool.id,
    toolName: tool.name,
    seatsUsed,
    seatsAllowed: terms?.seats ?? 0,
    movesUsed: moves.length,
    movesAllowed: terms?.moves ?? 0,
    ...(companyId !== null && { company: owner.companyName ?? owner.company }),
    nextMoveAt: moves[0] === undefined ? null : new Date(findMoveEnd(moves[0])).toISOString(),
    machines,
  };
}

/** Finds the brand whose policy applies: the brand of the next licence, else of the newest existing licence. */
function findBrandWithPolicy({ owner, grants, licenses }: UserFacts, tool: { id: string; name: string }): string {
  if (grants.some((grant) => grant.toolId === tool.id))
    return chooseGrant(grants, { tool, brand: undefined, ownBrand: owner.brandId }).brandId;
  return licenses.find((licence) => licence.toolId === tool.id)?.brandId ?? owner.brandId ?? '';
}

type Pc = UserFacts['pcs'][number];

function findPcTraits(pc: Pc, pcs: readonly Pc[]): Machine['traits'] {
  const { anchor } = readFingerprints(pc);
  const isCopied = pcs.some(
    (other) => other.id < pc.id && other.toolId === pc.toolId && isCopiedSystem(readFingerprints(other).anchor, anchor),
  );
  return [
    ...(pc.isVirtual === 1 ? ['virtual' as const] : []),
    ...(pc.isStandIn === 1 ? ['standIn' as const] : []),
    ...(isCopied ? ['copied' as const] : []),
    ...(countPresentComponents(anchor) < minComponents ? ['notIdentified' as const] : []),
  ];
}

/** Lists first the PCs that take a seat (the right to use one PC), then the other PCs, each from newest to oldest. */
function listMachines({ pcs, licenses, renewals, partChanges, now }: UserFacts, toolId: string): Machine[] {
  const machines = pcs
    .filter((pc) => pc.toolId === toolId)
    .map((pc): Machine => {
      const row = licenses.find((licence) => licence.machineId === pc.id) ?? null;
      const renewalFacts = renewals.find(({ id }) => id === row?.id);
      const renewalOutlook = renewalFacts && findRenewalOutlook(renewalFacts, now);
      const isSeated = holdsSeat({ licence: row && { expiresAt: row.expiresAt, isBridge: row.isBridge === 1 } }, now);
      return {
        machineId: pc.id,
        name: pc.name,
        firstSeenAt: new Date(pc.firstSeenAt).toISOString(),
        holdsSeat: isSeated,
        releasedAt: pc.releasedAt === null ? null : new Date(pc.releasedAt).toISOString(),
        license: row && toLicense(row, now),
        partChanges: countPartChanges(
          partChanges.filter(({ machineId }) => machineId === pc.id).map(({ at }) => at),
          now,
        ),
        traits: findPcTraits(pc, pcs),
        renewalOpens: renewalOutlook?.opensAt == null ? null : new Date(renewalOutlook.opensAt).toISOString(),
        grantEndsOn: renewalOutlook?.grantEndsOn ?? null,
      };
    });
  return machines.toSorted((a, b) => Number(b.holdsSeat) - Number(a.holdsSeat));
}

/** Returns when a move at `at` stops counting, in Unix milliseconds: the first time at which it is no longer within the last 12 months. */
export function findMoveEnd(at: number): number {
  const oneYearLater = addMonths(at, limits.licence.moveWindowMonths);
  // A move on 29 February would stop counting on 28 February of the next year, which is a day too early, so a day is added.
  return addMonths(oneYearLater, -limits.licence.moveWindowMonths) < at ? oneYearLater + days(1) : oneYearLater;
}
