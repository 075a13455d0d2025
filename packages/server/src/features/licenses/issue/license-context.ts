import { activeLocale } from '@basics/contract/texts/in-active-language.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/foundation.ts';
import { findGrants, findToolByCode, findToolNames, type GrantRow } from '#server/features/tools/tools.repository.ts';
import { days, seconds, addMonths, toUtcDay, endOfDay } from '#server/platform/clock/clock.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import { findReachedBridgeLimits } from '../seats/bridge.ts';
import { hashRenewal, chooseGrant, findSeatTerms, isTrial } from '../license.ts';
import type { KnownMachine, Policy, LicenseSituation } from '../license.ts';
import { findBrandName, findMachines, findMoves, findOwner, findPolicy } from '../licenses.repository.ts';
import {
  findLicenseIdsReplacedSince,
  findLicensesIssuedSince,
  findReleases,
  findTrialEnd,
  findTrialFingerprints,
  readFingerprints,
} from '../seats/machine-parts.repository.ts';
import { findCompanyMoves, findSeatHolders } from '../seats/company-seats.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { createInactiveProblem } from './refusal.ts';

export type Tool = { id: string; name: string; code: number; maxMajor: number };
export type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

export type LicenseContextInput = {
  userId: number;
  request: VerificationCode;
  tool: string | undefined;
  brand: string | undefined;
  isOverridden: boolean;
  /** Whether a bridge licence is requested: a licence of a few days in place of a licence that is refused. */
  requestsBridge?: boolean | undefined;
  /** Whether the portal wrote the code, to renew a licence without a code from the PC. */
  isRenewalWithoutCode?: boolean;
  /** Who sends the code. Staff see only the PCs of members in their scope. */
  viewer?: Viewer | undefined;
  now: number;
};

/** The data about a verification code and a user from which the licence is planned. */
export type LicenseContext = { owner: Owner; tool: Tool; grant: GrantRow; situation: LicenseSituation };

/** Finds the tool that created a code. Throws OTHER_TOOL if the portal has no such tool, or if another tool was requested. */
export async function findToolOfCode(
  db: Db,
  request: VerificationCode,
  requestedToolId: string | undefined,
): Promise<Tool> {
  const row = await findToolByCode(db, request.claims.toolId);
  if (row && row.code !== null && (requestedToolId === undefined || requestedToolId === row.id))
    return { id: row.id, name: row.name, code: row.code, maxMajor: row.maxMajor };
  const tools = await findToolNames(db);
  const expectedTools = tools
    .filter(({ id }) => requestedToolId === undefined || id === requestedToolId)
    .map(({ name }) => name);
  throw problemWithFacts('OTHER_TOOL', {
    expected: new Intl.ListFormat(activeLocale(), { type: 'disjunction' }).format(
      expectedTools.length > 0 ? expectedTools : tools.map(({ name }) => name),
    ),
  });
}

/**
 * Reads the data from which a licence is planned. Throws if the account is not active, if the tool is not the tool of the code, or if there
 * is no grant.
 */
export async function gatherLicenseContext(db: Db, input: LicenseContextInput): Promise<LicenseContext> {
  const owner = await findOwner(db, input.userId);
  if (!owner) throw problem('USER_NOT_FOUND');
  if (owner.status !== 'active') throw createInactiveProblem(owner.status);
  if (owner.companyStatus === 'suspended')
    throw problemWithFacts('COMPANY_SUSPENDED', { company: owner.companyName ?? owner.company });
  const tool = await findToolOfCode(db, input.request, input.tool);
  // A licence lasts at least one second, so in the last second of its last day a grant allows no licence.
  const grants = await findGrants(db, owner.id, toUtcDay(input.now + seconds(1)));
  const brand = await findBrand(db, input.brand);
  const grant = chooseGrant(grants, { tool, brand, ownBrand: owner.brandId });
  return { owner, tool, grant, situation: await findSituation(db, { owner, tool, grant, input }) };
}

/** Returns the number of the profile whose policies apply to a user; the policies of viewers have the number 0. */
export const toPolicyProfile = (profileId: number | null): number =>
  findRole(profileId) === 'viewer' ? 0 : (profileId ?? 0);

async function findBrand(
  db: Db,
  requestedBrandId: string | undefined,
): Promise<{ id: string; name: string } | undefined> {
  if (requestedBrandId === undefined) return undefined;
  const row = await findBrandName(db, requestedBrandId);
  return { id: requestedBrandId, name: row?.name ?? requestedBrandId };
}

async function findSituation(
  db: Db,
  { owner, tool, grant, input }: { owner: Owner; tool: Tool; grant: GrantRow; input: LicenseContextInput },
): Promise<LicenseSituation> {
  const profileId = toPolicyProfile(owner.profileId);
  const policy = await findPolicy(db, { profileId, toolId: tool.id, brandId: grant.brandId });
  if (!policy) throw problem('NO_TOOL_GRANT');
  const since = addMonths(input.now, -limits.licence.moveWindowMonths);
  const machines = await findMachines(db, owner.id, tool.id);
  const releases = await findReleases(db, owner.id, tool.id);
  const company = await findCompany(db, { owner, tool, grant, input });
  const movesQuery = { toolId: tool.id, since, now: input.now };
  const moves = await (grant.companyId === null
    ? findMoves(db, { userId: owner.id, ...movesQuery })
    : findCompanyMoves(db, { companyId: grant.companyId, ...movesQuery }));
  return {
    claims: input.request.claims,
    policy: {
      months: policy.months,
      days: policy.days,
      ...findSeatTerms(grant.pcs, policy),
      graceDays: policy.graceDays,
      renewalDays: policy.renewalDays,
    },
    machines: machines.map(({ id, name, anchoredAt, releasedAt, licence, ...parts }) => ({
      machineId: id,
      name,
      ...readFingerprints(parts),
      anchoredAt,
      isReleased: releasedAt !== null,
      declaredGone: releasedAt === null ? null : findDeclaration(releases, { machineId: id, releasedAt }),
      licence: licence && {
        licenseId: licence.id,
        issuedAt: licence.issuedAt,
        expiresAt: licence.expiresAt,
        isBridge: licence.isBridge === 1,
        hasOtherBrand: company !== undefined && licence.brandId !== grant.brandId,
      },
    })),
    ...(company && { company }),
    issuedToday: await findIssuedToday(db, owner.id, input.now),
    movesUsed: moves.length,
    trial: await findTrialFacts(db, { input, tool, policy }),
    ...(policy.bridge === 1 && !isTrial(policy) && { bridge: await findBridgeFacts(db, input, tool) }),
    grantEndsAt: grant.validTo === null ? null : endOfDay(Date.parse(grant.validTo)),
    isOverridden: input.isOverridden,
    isRenewalWithoutCode: input.isRenewalWithoutCode === true,
    now: input.now,
  };
}

/** Finds the company whose seats the licence uses, and the PCs that use its seats; undefined for an own grant. */
async function findCompany(
  db: Db,
  { owner, tool, grant, input }: { owner: Owner; tool: Tool; grant: GrantRow; input: LicenseContextInput },
): Promise<LicenseSituation['company']> {
  const { companyId, brandId } = grant;
  if (companyId === null) return undefined;
  const { viewer, now } = input;
  const holders = await findSeatHolders(db, { companyId, toolId: tool.id, brandId, viewer, now });
  const others = holders.filter(({ userId }) => userId !== owner.id).length;
  return { name: owner.companyName ?? owner.company, toolName: tool.name, holders, others };
}

/**
 * Finds the licences that an account got in the last 24 hours. A renewal without a code has the hash of the licence
 * that it replaced.
 */
async function findIssuedToday(db: Db, userId: number, now: number): Promise<LicenseSituation['issuedToday']> {
  const since = now - days(1);
  const replacedLicenses = await findLicenseIdsReplacedSince(db, userId, since);
  const renewalHashes = new Set(replacedLicenses.map(({ licenceUid }) => bytesToHex(hashRenewal(licenceUid))));
  const issuedLicenses = await findLicensesIssuedSince(db, userId, since);
  return issuedLicenses.map(({ machineId, issuedAt, verificationHash }) => ({
    machineId,
    issuedAt,
    isRenewalWithoutCode: renewalHashes.has(verificationHash),
  }));
}

async function findBridgeFacts(
  db: Db,
  { userId, request, requestsBridge, now }: LicenseContextInput,
  { id: toolId }: Tool,
) {
  const { fingerprint } = request.claims;
  return {
    isRequested: requestsBridge === true,
    ...(await findReachedBridgeLimits(db, { userId, toolId, fingerprint, now })),
  };
}

/** Finds who declared a PC gone, and when; null if a move released the PC. */
function findDeclaration(
  releases: Awaited<ReturnType<typeof findReleases>>,
  { machineId, releasedAt }: { machineId: number; releasedAt: number },
): KnownMachine['declaredGone'] {
  const row = releases.find((release) => release.machineId === machineId && release.at === releasedAt);
  if (!row) return null;
  const name = `${row.firstName} ${row.lastName}`.trim() || row.login;
  return { at: row.at, by: { userId: row.releasedBy, name } };
}

/** Finds the end of the account's trial of the tool, and whether another account had a trial on the PC, if the policy gives trials. */
async function findTrialFacts(
  db: Db,
  { input, tool, policy }: { input: LicenseContextInput; tool: Tool; policy: Pick<Policy, 'months'> },
): Promise<LicenseSituation['trial']> {
  if (!isTrial(policy)) return { endsAt: null, hasOtherTrialOnPc: false };
  const key = { userId: input.userId, toolId: tool.id };
  const { fingerprint } = input.request.claims;
  return {
    endsAt: await findTrialEnd(db, key),
    hasOtherTrialOnPc: await hasOtherAccountTrialOnPc(db, key, fingerprint),
  };
}

async function hasOtherAccountTrialOnPc(
  db: Db,
  key: { userId: number; toolId: string },
  fingerprint: Uint8Array,
): Promise<boolean> {
  const candidates = await findTrialFingerprints(db, key, bytesToHex(fingerprint));
  return candidates.some((candidate) => relateFingerprints(hexToBytes(candidate), fingerprint) !== 'different');
}
