import type { Machine, ToolMachines } from '@basics/contract/license-admin.ts';
import { limits } from '@basics/contract/limits.ts';
import type { Db } from '#server/database/database.ts';
import { addMonths, dayOf } from '#server/features/licenses/calendar.ts';
import { policyProfile } from '#server/features/licenses/license-context.ts';
import { chooseGrant } from '#server/features/licenses/grant.ts';
import { licenseOf } from '#server/features/licenses/license-of.ts';
import { holdsSeat, isTrial, renewalOpensAt } from '#server/features/licenses/license.ts';
import { findMoves, findOwner, findPolicy } from '#server/features/licenses/licenses.repository.ts';
import { countChanges } from '#server/features/licenses/part-changes.ts';
import { findPartChanges } from '#server/features/licenses/seats.repository.ts';
import { findGrants } from '#server/features/tools/tools.repository.ts';
import type { GrantRow } from '#server/features/tools/tools.repository.ts';
import { days } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { findCountingLicenses, findPcs, findToolNamesOf } from './license-admin.repository.ts';
import { countsUntil } from './moves.ts';

type Asked = { userId: number; now: number };

/** Returns the licence status of a user for each tool that they may use, or have used on a PC. */
export async function standingsOf(db: Db, asked: Asked): Promise<ToolMachines[]> {
  const facts = await factsOf(db, asked);
  const tools = [...new Set([...facts.grants.map(({ toolId: id }) => id), ...facts.pcs.map(({ toolId: id }) => id)])];
  const names = await findToolNamesOf(db, tools);
  const standings: ToolMachines[] = [];
  // A person has one tool or two; what they have in common was read at once.
  for (const tool of tools.toSorted())
    standings.push(await standingWith(db, facts, { id: tool, name: names.get(tool) ?? tool }));
  return standings;
}

type Facts = Asked & {
  owner: NonNullable<Awaited<ReturnType<typeof findOwner>>>;
  grants: readonly GrantRow[];
  pcs: Awaited<ReturnType<typeof findPcs>>;
  licenses: Awaited<ReturnType<typeof findCountingLicenses>>;
  partChanges: Awaited<ReturnType<typeof findPartChanges>>;
};

async function factsOf(db: Db, { userId, now }: Asked): Promise<Facts> {
  const owner = await findOwner(db, userId);
  if (!owner) throw problem('USER_NOT_FOUND');
  return {
    userId,
    now,
    owner,
    grants: await findGrants(db, userId, dayOf(now)),
    pcs: await findPcs(db, userId),
    licenses: await findCountingLicenses(db, userId),
    partChanges: await findPartChanges(db, userId, now - days(limits.licence.drift.days)),
  };
}

async function standingWith(db: Db, facts: Facts, tool: { id: string; name: string }): Promise<ToolMachines> {
  const { owner, userId, now } = facts;
  const policy = await findPolicy(db, {
    profileId: policyProfile(owner.profileId),
    toolId: tool.id,
    brandId: brandFor(facts, tool),
  });
  const since = addMonths(now, -limits.licence.moveWindowMonths);
  const moves = await findMoves(db, { userId, toolId: tool.id, since, now });
  const machines = machinesOf(facts, tool.id, policy ?? null);
  return {
    tool: tool.id,
    toolName: tool.name,
    seatsUsed: machines.filter((machine) => machine.holdsSeat).length,
    seatsAllowed: policy?.seats ?? 0,
    movesUsed: moves.length,
    movesAllowed: policy?.moves ?? 0,
    nextMoveAt: moves[0] === undefined ? null : new Date(countsUntil(moves[0])).toISOString(),
    machines,
  };
}

/** The brand whose policy holds: that of the next licence, else that of the newest there is. */
function brandFor({ owner, grants, licenses }: Facts, tool: { id: string; name: string }): string {
  if (grants.some((grant) => grant.toolId === tool.id))
    return chooseGrant(grants, { tool, brand: undefined, ownBrand: owner.brandId }).brandId;
  return licenses.find((licence) => licence.toolId === tool.id)?.brandId ?? owner.brandId ?? '';
}

type Term = { months: number | null; days: number | null };

/** Those that hold a seat first, each half newest first. */
function machinesOf({ pcs, licenses, partChanges, now }: Facts, toolId: string, term: Term | null): Machine[] {
  const machines = pcs
    .filter((pc) => pc.toolId === toolId)
    .map((pc): Machine => {
      const row = licenses.find((licence) => licence.machineId === pc.id) ?? null;
      const isSeated = holdsSeat({ licence: row && { expiresAt: row.expiresAt } }, now);
      return {
        machineId: pc.id,
        name: pc.name,
        holdsSeat: isSeated,
        releasedAt: pc.releasedAt === null ? null : new Date(pc.releasedAt).toISOString(),
        license: row && licenseOf(row, now),
        partChanges: countChanges(
          partChanges.filter(({ machineId }) => machineId === pc.id).map(({ at }) => at),
          now,
        ),
        renewalOpens:
          row && term && isSeated && !isTrial(term)
            ? new Date(renewalOpensAt(row.expiresAt, term)).toISOString()
            : null,
      };
    });
  return machines.toSorted((a, b) => Number(b.holdsSeat) - Number(a.holdsSeat));
}
