import { findMessage, fillMessage, problems } from '@basics/contract/problems.ts';
import type { ProblemBody, ProblemCode, ProblemFacts } from '@basics/contract/problems.ts';

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number; cause?: unknown };

/** A problem of the catalogue, thrown by any layer; the router answers it with its status and message. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, message: string, details: Details) {
    super(message, { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.status = problems[code].status;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The problems with a fixed message; the others need values. */
type PlainCode = { [Code in ProblemCode]: keyof ProblemFacts<Code> extends never ? Code : never }[ProblemCode];

/** A problem of the catalogue. */
export const problem = (code: PlainCode, details: Details = {}): Problem =>
  new Problem(code, findMessage(code), details);

/** A problem whose message has placeholders; the compiler requires their values. */
export const problemWith = <Code extends Exclude<ProblemCode, PlainCode>>(
  code: Code,
  facts: ProblemFacts<Code>,
  details: Details = {},
): Problem => new Problem(code, fillMessage(code, facts), details);

/** Well-formed fields with values that cannot be accepted: 422 with the message at each field's path. */
export const invalid = (fields: Record<string, string>): Problem => problem('INVALID', { fields });

/** The JSON body of a problem. */
export const toProblemBody = (thrown: Problem, requestId: string): ProblemBody => ({
  code: thrown.code,
  message: thrown.message,
  ...(thrown.fields && { fields: thrown.fields }),
  requestId,
});
