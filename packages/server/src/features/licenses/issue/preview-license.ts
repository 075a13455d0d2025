import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { LicensePreview, licenses, CodeOwner } from '@basics/contract/licenses/licenses.ts';
import { isCopiedSystem, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import type { Db } from '#server/database/foundation.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { hashVerificationCode, planLicense, type LicensePlan } from '../license.ts';
import { findCurrentKey } from '../license-key.ts';
import type { IssueContext } from './issue-license.ts';
import { gatherLicenseContext, type LicenseContextInput, type LicenseContext } from './license-context.ts';
import { findLicenseByCode, findOwner } from '../licenses.repository.ts';
import { findPlanProblem } from './refusal.ts';
import { recordSentCode, reportIfDeclaredGone } from './sent-code.ts';
import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { findToolByCode } from '#server/features/tools/tools.repository.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import {
  findHelpRequesters,
  findSimilarMachines,
  hasCustomers,
  type OwnerRow,
} from '../seats/machine-parts.repository.ts';

/**
 * Previews the licence that a code would get. Staff are notified already at the preview: if the licence belongs to another account, the page
 * does not send the call that issues a licence, so no later call would notify staff. Throws USER_NOT_FOUND, TOO_MANY_ATTEMPTS, or the
 * refusal of an unreadable code.
 */
export async function previewLicense(
  context: Omit<IssueContext, 'randomBytes'>,
  userId: number,
  body: Body<typeof licenses.issue>,
): Promise<LicensePreview> {
  const { database, actor, keys } = context;
  const db = database.kysely;
  const input = await recordSentCode(context, userId, body);
  const preview = await previewCode(db, input, (await findCurrentKey(db, keys)) !== null);
  await reportIfDeclaredGone(context, preview.problem?.code, input);
  return addCodeOwners(db, actor, input, preview);
}

/**
 * Returns a preview of the licence that a code would get, and issues nothing. A readable code never causes an error: `problem` contains
 * what prevents the licence, and the other fields contain what is known. `canIssue` says whether the portal has a signing key.
 */
export async function previewCode(db: Db, input: LicenseContextInput, canIssue: boolean): Promise<LicensePreview> {
  const codeFacts = toCodeFacts(input.request, input.now);
  const existingLicense = await findLicenseByCode(db, hashVerificationCode(input.request));
  if (existingLicense && existingLicense.userId !== input.userId)
    return { ...codeFacts, problem: toProblemText(problem('CODE_USED_BY_OTHER')) };
  const licenseContext = await gatherContextOrProblem(db, input);
  if (licenseContext instanceof Problem) return { ...codeFacts, problem: toProblemText(licenseContext) };
  const preview = { ...codeFacts, ...toOffer(licenseContext) };
  if (existingLicense)
    return {
      ...preview,
      existingLicenseId: existingLicense.id,
      offer: { ...preview.offer, expiryDate: toUtcDay(existingLicense.expiresAt) },
    };
  const plan = planLicense(licenseContext.situation);
  const planProblem = findPlanProblem(plan, licenseContext.situation) ?? (canIssue ? null : problem('CANNOT_ISSUE'));
  const { bridgeEndsAt } = plan;
  if (!planProblem) return preview;
  const canGetBridge = bridgeEndsAt !== null && canIssue && isSeatProblem(planProblem);
  return {
    ...preview,
    problem: toProblemText(planProblem),
    ...(canGetBridge && { bridge: { expiryDate: toUtcDay(bridgeEndsAt) } }),
  };
}

async function gatherContextOrProblem(db: Db, input: LicenseContextInput): Promise<LicenseContext | Problem> {
  try {
    return await gatherLicenseContext(db, input);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status === 422) return thrown;
    throw thrown;
  }
}

function toCodeFacts({ claims }: VerificationCode, now: number): Omit<LicensePreview, 'problem'> {
  const { major, minor, patch } = claims.toolVersion;
  return {
    machine: { name: claims.machineName, relation: 'new' },
    tool: String(claims.toolId),
    brand: null,
    version: `${major}.${minor}.${patch}`,
    createdAt: new Date(claims.createdAt * 1000).toISOString(),
    clockSkewSeconds: claims.createdAt - Math.floor(now / 1000),
    offer: null,
  };
}

function toOffer({ situation, tool, grant }: LicenseContext) {
  const plan = planLicense(situation);
  const { claims, policy, machines } = situation;
  const copiedMachine = machines.find(
    (machine) => machine !== plan.machine && isCopiedSystem(machine.anchor, claims.fingerprint),
  );
  return {
    machine: {
      name: claims.machineName,
      relation: plan.relation,
      license: findLicenseOfPc(plan, situation.now),
      ...(plan.replacedMachine && { replaces: plan.replacedMachine.name }),
      ...(copiedMachine && { copyOf: copiedMachine.name }),
    },
    tool: tool.id,
    brand: grant.brandId,
    offer: {
      expiryDate: toUtcDay(plan.expiresAt),
      seatsUsed: plan.seatsUsed,
      seatsAllowed: policy.seats,
      takesSeat: plan.takesSeat,
      movesUsed: plan.movesUsed,
      movesAllowed: policy.moves,
      ...(situation.company && { company: situation.company.name }),
    },
  };
}

/** A known PC without a licence had one that was revoked: the licence of a PC that was returned or moved belongs to a removed PC. */
function findLicenseOfPc({ machine }: LicensePlan, now: number): LicensePreview['machine']['license'] {
  if (machine === null) return 'none';
  if (machine.isReleased) return 'removed';
  if (machine.licence === null) return 'revoked';
  return machine.licence.expiresAt > now ? 'active' : 'expired';
}

/**
 * A bridge licence (of a few days) is offered only for SEAT_LIMIT, COMPANY_SEAT_LIMIT and MOVE_LIMIT, not if the age of the code or a daily limit refuses the
 * licence.
 */
const isSeatProblem = ({ code }: Problem): boolean =>
  code === 'SEAT_LIMIT' || code === 'COMPANY_SEAT_LIMIT' || code === 'MOVE_LIMIT';

const toProblemText = ({ code, message }: Problem): { code: Problem['code']; message: string } => ({ code, message });

/**
 * Adds to a preview the users for whom staff may issue the licence: the customers who have this PC, those who asked for help with
 * the code, and the actor. Adds nothing if only the actor has this PC, or if the actor can issue licences for nobody else.
 */
async function addCodeOwners(
  db: Db,
  actor: Actor,
  input: LicenseContextInput,
  preview: LicensePreview,
): Promise<LicensePreview> {
  if (actor.userId !== input.userId || !actor.permissions.includes('users.view')) return preview;
  const owners = await findCodeOwners(db, actor, input.request);
  const isActorOnlyOwner = owners.every(({ userId, why }) => userId === actor.userId && why !== 'self');
  if (isActorOnlyOwner || !(await hasCustomers(db, actor))) return preview;
  return { ...preview, owners };
}

async function findCodeOwners(db: Db, actor: Actor, request: VerificationCode): Promise<CodeOwner[]> {
  const tool = await findToolByCode(db, request.claims.toolId);
  if (!tool) return [];
  const fingerprint = bytesToHex(request.claims.fingerprint);
  const machines = await findSimilarMachines(db, actor, { toolId: tool.id, fingerprint });
  const samePcMachines = machines.filter(
    ({ anchor }) => relateFingerprints(hexToBytes(anchor), request.claims.fingerprint) !== 'different',
  );
  const owners = new Map<number, CodeOwner>();
  const addOwners = (rows: readonly OwnerRow[], why: CodeOwner['why']): void => {
    for (const row of rows) if (!owners.has(row.id)) owners.set(row.id, toCodeOwner(row, why));
  };
  addOwners(samePcMachines, 'knownPc');
  addOwners(await findHelpRequesters(db, actor, hashVerificationCode(request)), 'openQuestion');
  const actorAsOwner = owners.get(actor.userId);
  owners.delete(actor.userId);
  const actorRow = await findOwner(db, actor.userId);
  return [...owners.values(), ...(actorAsOwner ? [actorAsOwner] : actorRow ? [toCodeOwner(actorRow, 'self')] : [])];
}

const toCodeOwner = ({ id, login, firstName, lastName, company }: OwnerRow, why: CodeOwner['why']): CodeOwner => ({
  userId: id,
  name: `${firstName} ${lastName}`.trim() || login,
  company: company ?? '',
  why,
});
