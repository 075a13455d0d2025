import { activeLocale } from '@basics/contract/in-active-language.ts';
import { roleOf } from '@basics/contract/permissions.ts';
import { limits } from '@basics/contract/limits.ts';
import { hexToBytes } from '@basics/licensing/bytes.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { findGrants, findToolByCode, findToolNames } from '#server/features/tools/tools.repository.ts';
import type { GrantRow } from '#server/features/tools/tools.repository.ts';
import { days, seconds } from '#server/platform/clock.ts';
import { problem, problemWith } from '#server/platform/problem.ts';
import { addMonths, dayOf, endOfDay } from './calendar.ts';
import { chooseGrant } from './grant.ts';
import { isTrial } from './license.ts';
import type { KnownMachine, Policy, Situation } from './license.ts';
import { findBrandName, findMachines, findMoves, findOwner, findPolicy } from './licenses.repository.ts';
import { isPcOfTrial } from './pc-of-trial.ts';
import { findIssuedSince, findReleases, findTrialEnd } from './seats.repository.ts';

export type Tool = { id: string; name: string; code: number; maxMajor: number };
export type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

export type LicenseContextInput = {
  userId: number;
  request: VerificationCode;
  tool: string | undefined;
  brand: string | undefined;
  overridden: boolean;
  now: number;
};

/** Everything that is known about one verification code for one user: what the plan is made from. */
export type LicenseContext = { owner: Owner; tool: Tool; grant: GrantRow; situation: Situation };

/** The tool that a code was made by; OTHER_TOOL when the portal has none such, or another one was asked for. */
export async function toolOf(db: Db, request: VerificationCode, asked: string | undefined): Promise<Tool> {
  const found = await findToolByCode(db, request.claims.toolId);
  if (found && found.code !== null && (asked === undefined || asked === found.id))
    return { id: found.id, name: found.name, code: found.code, maxMajor: found.maxMajor };
  const known = await findToolNames(db);
  const expected = known.filter(({ id }) => asked === undefined || id === asked).map(({ name }) => name);
  throw problemWith('OTHER_TOOL', {
    expected: new Intl.ListFormat(activeLocale(), { type: 'disjunction' }).format(
      expected.length > 0 ? expected : known.map(({ name }) => name),
    ),
  });
}

/** Gathers the case; throws what already speaks against it: an account that is not active, another tool, no grant. */
export async function gatherLicenseContext(db: Db, asked: LicenseContextInput): Promise<LicenseContext> {
  const owner = await findOwner(db, asked.userId);
  if (!owner) throw problem('USER_NOT_FOUND');
  if (owner.status !== 'active') throw problem('ACCOUNT_SUSPENDED');
  const tool = await toolOf(db, asked.request, asked.tool);
  // A licence lasts a second at least: in the last one of its last day a grant has nothing left to give.
  const grants = await findGrants(db, owner.id, dayOf(asked.now + seconds(1)));
  const brand = await brandOf(db, asked.brand);
  const grant = chooseGrant(grants, { tool, brand, ownBrand: owner.brandId });
  return { owner, tool, grant, situation: await situationOf(db, { owner, tool, grant, asked }) };
}

/** The profile whose policies hold for somebody: those of viewers stand under 0. */
export const policyProfile = (profileId: number | null): number =>
  roleOf(profileId) === 'viewer' ? 0 : (profileId ?? 0);

async function brandOf(db: Db, asked: string | undefined): Promise<{ id: string; name: string } | undefined> {
  if (asked === undefined) return undefined;
  const found = await findBrandName(db, asked);
  return { id: asked, name: found?.name ?? asked };
}

async function situationOf(
  db: Db,
  { owner, tool, grant, asked }: { owner: Owner; tool: Tool; grant: GrantRow; asked: LicenseContextInput },
): Promise<Situation> {
  const profileId = policyProfile(owner.profileId);
  const policy = await findPolicy(db, { profileId, toolId: tool.id, brandId: grant.brandId });
  if (!policy) throw problem('NO_TOOL_GRANT');
  const since = addMonths(asked.now, -limits.licence.moveWindowMonths);
  const machines = await findMachines(db, owner.id, tool.id);
  const releases = await findReleases(db, owner.id, tool.id);
  const moves = await findMoves(db, { userId: owner.id, toolId: tool.id, since });
  return {
    claims: asked.request.claims,
    policy: {
      months: policy.months,
      days: policy.days,
      seats: policy.seats,
      moves: policy.moves,
      graceDays: policy.graceDays,
    },
    machines: machines.map(({ id, name, fingerprint, anchor, anchoredAt, firstSeenAt, releasedAt, licence }) => ({
      machineId: id,
      name,
      fingerprint: hexToBytes(fingerprint),
      anchor: hexToBytes(anchor ?? fingerprint),
      anchoredAt: anchoredAt ?? firstSeenAt,
      isReleased: releasedAt !== null,
      declaredGone: releasedAt === null ? null : goneAt(releases, { machineId: id, releasedAt }),
      licence: licence && { licenseId: licence.id, issuedAt: licence.issuedAt, expiresAt: licence.expiresAt },
    })),
    issuedToday: await findIssuedSince(db, owner.id, asked.now - days(1)),
    movesUsed: moves.length,
    trial: await trialOf(db, { asked, tool, policy }),
    grantEndsAt: grant.validTo === null ? null : endOfDay(Date.parse(grant.validTo)),
    overridden: asked.overridden,
    now: asked.now,
  };
}

/** Who declared a PC gone, where that released it: a move releases the PC that it leaves as well. */
function goneAt(
  releases: Awaited<ReturnType<typeof findReleases>>,
  { machineId, releasedAt }: { machineId: number; releasedAt: number },
): KnownMachine['declaredGone'] {
  const found = releases.find((release) => release.machineId === machineId && release.at === releasedAt);
  if (!found) return null;
  const name = `${found.firstName} ${found.lastName}`.trim() || found.login;
  return { at: found.at, by: { userId: found.releasedBy, name } };
}

/** The trials that count, where the policy gives one. */
async function trialOf(
  db: Db,
  { asked, tool, policy }: { asked: LicenseContextInput; tool: Tool; policy: Pick<Policy, 'months'> },
): Promise<Situation['trial']> {
  if (!isTrial(policy)) return { endsAt: null, isPcUsed: false };
  const key = { userId: asked.userId, toolId: tool.id };
  const { fingerprint } = asked.request.claims;
  return { endsAt: await findTrialEnd(db, key), isPcUsed: await isPcOfTrial(db, key, fingerprint) };
}
