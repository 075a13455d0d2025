import { messageOf, problemWords, problems } from '@basics/contract/problems.ts';
import type { ProblemBody, ProblemCode, ProblemFacts } from '@basics/contract/problems.ts';

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number; cause?: unknown };

/** A refusal by name: thrown anywhere below the door, answered by the door as its status and its words. */
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

/** The problems whose words stand as they are; the others ask for facts. */
type PlainCode = { [Code in ProblemCode]: keyof ProblemFacts<Code> extends never ? Code : never }[ProblemCode];

/** A problem of the catalogue. */
export const problem = (code: PlainCode, details: Details = {}): Problem => new Problem(code, messageOf(code), details);

/** A problem whose words have blanks; the compiler asks for what fills them. */
export const problemWith = <Code extends Exclude<ProblemCode, PlainCode>>(
  code: Code,
  facts: ProblemFacts<Code>,
  details: Details = {},
): Problem => new Problem(code, problemWords(code, facts), details);

/** Fields that were understood but cannot be accepted: 422 with the words at each field's path. */
export const invalid = (fields: Record<string, string>): Problem => problem('INVALID', { fields });

/** What stands on the wire for a problem. */
export const problemBodyOf = (thrown: Problem, requestId: string): ProblemBody => ({
  code: thrown.code,
  message: thrown.message,
  ...(thrown.fields && { fields: thrown.fields }),
  requestId,
});
