import type { LicensePreview } from '@basics/contract/licenses.ts';
import { isCopiedSystem } from '@basics/licensing/fingerprint.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import { hashVerificationCode } from './code-hash.ts';
import { formatDay } from './calendar.ts';
import { gatherLicenseContext } from './license-context.ts';
import type { LicenseContextInput, LicenseContext } from './license-context.ts';
import { planLicense } from './license.ts';
import { findLicenseByCode } from './licenses.repository.ts';
import { findPlanProblem } from './refusal.ts';

/**
 * Shows what a code would get, without issuing. A readable code always gets an answer: `problem` contains what prevents
 * a licence, next to all that is known. `mayIssue` is whether the portal has a signing key.
 */
export async function previewLicense(db: Db, asked: LicenseContextInput, mayIssue: boolean): Promise<LicensePreview> {
  const said = toCodeFacts(asked.request, asked.now);
  const already = await findLicenseByCode(db, hashVerificationCode(asked.request));
  if (already && already.userId !== asked.userId)
    return { ...said, problem: toProblemText(problem('CODE_USED_BY_OTHER')) };
  const gathered = await gatherOrProblem(db, asked);
  if (gathered instanceof Problem) return { ...said, problem: toProblemText(gathered) };
  const offered = { ...said, ...toOffer(gathered) };
  if (already)
    return {
      ...offered,
      existingLicenseId: already.id,
      offer: { ...offered.offer, expiryDate: formatDay(already.expiresAt) },
    };
  const plan = planLicense(gathered.situation);
  const standing = findPlanProblem(plan, gathered.situation) ?? (mayIssue ? null : problem('CANNOT_ISSUE'));
  return standing ? { ...offered, problem: toProblemText(standing) } : offered;
}

async function gatherOrProblem(db: Db, asked: LicenseContextInput): Promise<LicenseContext | Problem> {
  try {
    return await gatherLicenseContext(db, asked);
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
  const original = machines.find((each) => each !== plan.machine && isCopiedSystem(each.anchor, claims.fingerprint));
  return {
    machine: {
      name: claims.machineName,
      relation: plan.relation,
      ...(plan.replaces && { replaces: plan.replaces.name }),
      ...(original && { copyOf: original.name }),
    },
    tool: tool.id,
    brand: grant.brandId,
    offer: {
      expiryDate: formatDay(plan.expiresAt),
      seatsUsed: plan.seatsUsed,
      seatsAllowed: policy.seats,
      takesSeat: plan.takesSeat,
      movesUsed: plan.movesUsed,
      movesAllowed: policy.moves,
    },
  };
}

const toProblemText = ({ code, message }: Problem): { code: Problem['code']; message: string } => ({ code, message });
