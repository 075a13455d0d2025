import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { phrases } from '@basics/contract/phrases.ts';
import { problems } from '@basics/contract/problems.ts';
import type { ProblemCode } from '@basics/contract/problems.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { seconds } from '#server/platform/clock.ts';
import type { HelpRow } from './help-requests.repository.ts';

/** A row as the wire tells it; what the code says is read from the code itself. */
export function helpRequestOf(row: HelpRow): HelpRequest {
  return {
    helpRequestId: row.id,
    user: {
      userId: row.user_id,
      login: row.login,
      firstName: row.first_name,
      lastName: row.last_name,
      company: row.company,
      country: row.country,
      brand: row.brand_id,
    },
    state: row.state,
    askedAt: new Date(row.asked_at).toISOString(),
    verificationCode: row.verification_code,
    code: codeFacts(row),
    problem: { code: codeIn(row.problem_code), message: row.problem_message },
    comment: row.comment,
    closed: row.closed_at === null ? null : closedOf(row, row.closed_at),
  };
}

function codeFacts({ verification_code: text, asked_at: askedAt }: HelpRow): HelpRequest['code'] {
  const reading = readVerificationCode(text, nodePrimitives);
  if (!reading.ok) return null;
  const { machineName, toolId, toolVersion, reason, createdAt } = reading.value.claims;
  return {
    machineName,
    toolNumber: toolId,
    version: `${toolVersion.major}.${toolVersion.minor}.${toolVersion.patch}`,
    reason,
    createdAt: new Date(seconds(createdAt)).toISOString(),
    clockSkewSeconds: createdAt - Math.floor(askedAt / seconds(1)),
  };
}

/** A problem by the name that it was stored under; one that later versions no longer know is told by its words alone. */
const codeIn = (stored: string): ProblemCode => (isProblemCode(stored) ? stored : 'INVALID');
const isProblemCode = (code: string): code is ProblemCode => code in problems;

const closedOf = (row: HelpRow, at: number): HelpRequest['closed'] => ({
  by: closerOf(row),
  at: new Date(at).toISOString(),
  words: row.closing_words,
  licenseId: row.license_id,
});

/** Who closed it, as people read it. */
export const closerOf = (row: Pick<HelpRow, 'closer_first_name' | 'closer_last_name'>): string =>
  `${row.closer_first_name ?? ''} ${row.closer_last_name ?? ''}`.trim() || phrases().formerStaff();
