import { findMessage, fillMessage, problems } from '@basics/contract/calls/problems.ts';
import type { ProblemBody, ProblemCode, ProblemFacts } from '@basics/contract/calls/problems.ts';

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number; cause?: unknown };

/** A problem of the catalogue. Any layer can throw it, and the router then sends a response with its status and message. */
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

/** The codes of problems with a fixed message. The messages of all other problems need values. */
type FixedMessageCode = { [Code in ProblemCode]: keyof ProblemFacts<Code> extends never ? Code : never }[ProblemCode];

/** Creates a problem with a fixed message. */
export const problem = (code: FixedMessageCode, details: Details = {}): Problem =>
  new Problem(code, findMessage(code), details);

/** Creates a problem whose message has placeholders. The compiler requires the values of the placeholders. */
export const problemWithFacts = <Code extends Exclude<ProblemCode, FixedMessageCode>>(
  code: Code,
  values: ProblemFacts<Code>,
  details: Details = {},
): Problem => new Problem(code, fillMessage(code, values), details);

/**
 * Creates the problem for fields whose values are not accepted (422). The keys of `fields` are the paths of the fields, and its values are
 * messages.
 */
export const invalid = (fields: Record<string, string>): Problem => problem('INVALID', { fields });

export const toProblemBody = (thrown: Problem, requestId: string): ProblemBody => ({
  code: thrown.code,
  message: thrown.message,
  ...(thrown.fields && { fields: thrown.fields }),
  requestId,
});

/** An error that says in one line why the portal cannot start and what to do. Any other error at the start is a bug. */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
