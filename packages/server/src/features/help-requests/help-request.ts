import type { HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { problems, type ProblemCode } from '@basics/contract/calls/problems.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/foundation.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { findHelpRequest, type HelpRow } from './help-requests.repository.ts';

/** Reads a help request, without a check of the scope. Throws RESULTS_NOT_FOUND. */
export async function readHelpRequest(db: Db, id: number): Promise<HelpRequest> {
  const row = await findHelpRequest(db, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toHelpRequest(row);
}

/**
 * Converts a row of the table of help requests to the format of the API. The data of the verification code is read from
 * the code itself.
 */
export function toHelpRequest(row: HelpRow): HelpRequest {
  return {
    helpRequestId: row.id,
    user: {
      userId: row.userId,
      login: row.login,
      firstName: row.firstName,
      lastName: row.lastName,
      company: row.company,
      country: row.country,
      brand: row.brandId,
    },
    state: row.state,
    askedAt: new Date(row.askedAt).toISOString(),
    verificationCode: row.verificationCode,
    code: readCodeFacts(row),
    asksFor: findRequestedTool(row),
    problem: { code: readProblemCode(row.problemCode), message: row.problemMessage },
    comment: row.comment,
    closed: row.closedAt === null ? null : toClosure(row, row.closedAt),
  };
}

/** Finds the tool and brand that a help request without a code asks for. */
export const findRequestedTool = ({ askedToolId, askedBrandId }: HelpRow): HelpRequest['asksFor'] =>
  askedToolId !== null && askedBrandId !== null ? { tool: askedToolId, brand: askedBrandId } : null;

function readCodeFacts({ verificationCode: text, askedAt }: HelpRow): HelpRequest['code'] {
  const readResult = readVerificationCode(text, nodePrimitives);
  if (!readResult.ok) return null;
  const { machineName, toolId, toolVersion, reason, createdAt } = readResult.value.claims;
  return {
    machineName,
    toolNumber: toolId,
    version: `${toolVersion.major}.${toolVersion.minor}.${toolVersion.patch}`,
    reason,
    createdAt: new Date(seconds(createdAt)).toISOString(),
    clockSkewSeconds: createdAt - Math.floor(askedAt / seconds(1)),
  };
}

/**
 * Reads a stored problem code. An unknown problem code is read as `INVALID`; the stored message of the problem is still
 * shown.
 */
const readProblemCode = (storedCode: string): ProblemCode => (isProblemCode(storedCode) ? storedCode : 'INVALID');
const isProblemCode = (code: string): code is ProblemCode => code in problems;

const toClosure = (row: HelpRow, at: number): HelpRequest['closed'] => ({
  by: formatCloserName(row),
  at: new Date(at).toISOString(),
  words: row.closingWords,
  licenseId: row.licenseId,
});

export const formatCloserName = (row: Pick<HelpRow, 'closerFirstName' | 'closerLastName'>): string =>
  `${row.closerFirstName ?? ''} ${row.closerLastName ?? ''}`.trim() || phrases().formerStaff();
