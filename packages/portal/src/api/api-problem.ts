import { anyProblemBody, findGeneralMessage, type generalProblems } from '@basics/contract/calls/general-problems.ts';
import type { ProblemCode } from '@basics/contract/calls/problems.ts';

/** Failures between the portal and the server, for which there is no response to read. */
const portalProblems = {
  UNREACHABLE: 'The portal cannot be reached. Check your connection, then try again.',
  UNREADABLE: 'The answer could not be read. Reload the page, then try again.',
} as const;

export type PortalProblemCode = ProblemCode | keyof typeof portalProblems;

/**
 * Where a problem is shown: on the sign-in page after the problem ended the session, at the fields, next to the action
 * (`inPlace`), or as a toast.
 */
export type ProblemReaction = { shown: 'signOut' | 'atFields' | 'inPlace' | 'toast'; retry: boolean };

const signOut = { shown: 'signOut', retry: false } as const;
const atFields = { shown: 'atFields', retry: false } as const;
const inPlace = { shown: 'inPlace', retry: false } as const;
const toast = { shown: 'toast', retry: false } as const;
/** The reaction to a temporary problem: a toast, and the query may be retried. */
const retriedToast = { shown: 'toast', retry: true } as const;

/**
 * The reaction of the portal to each problem; `retry` says whether a query may be retried automatically. Problems that are not listed are
 * shown in place. The list of reactions is short because every page loads it.
 */
export const problemReactions: Partial<Record<PortalProblemCode, ProblemReaction>> = {
  NO_SESSION: signOut,
  INVALID: atFields,

  UNREACHABLE: retriedToast,
  BUSY: retriedToast,
  INTERNAL: toast,
  UNREADABLE: toast,
  MALFORMED: toast,
  NOT_PERMITTED: toast,
  TOO_LARGE: toast,
  WRONG_MEDIA_TYPE: toast,
  STALE: toast,
  USER_NOT_FOUND: toast,
  OWN_ACCOUNT: toast,
  LAST_ADMINISTRATOR: toast,
};

type ProblemFields = {
  code: PortalProblemCode;
  message: string;
  status: number;
  fields?: Readonly<Record<string, string>>;
  requestId?: string;
  retryAfterSeconds?: number;
};

/**
 * The only error that a call throws, except the reason of its own abort signal. `status` is 0 when there was no
 * response.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: PortalProblemCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(problemFields: ProblemFields, cause?: unknown) {
    super(problemFields.message, { cause });
    this.code = problemFields.code;
    this.status = problemFields.status;
    this.fields = problemFields.fields ?? {};
    this.requestId = problemFields.requestId ?? null;
    this.retryAfterSeconds = problemFields.retryAfterSeconds ?? null;
  }

  get reaction(): ProblemReaction {
    return this.status === 401 ? signOut : (problemReactions[this.code] ?? inPlace);
  }
}

/**
 * Creates a problem that the portal itself detects: a lost connection, or a response that does not match the API
 * contract.
 */
export const createPortalProblem = (code: keyof typeof portalProblems, status: number, cause?: unknown): ApiProblem =>
  new ApiProblem({ code, message: portalProblems[code], status }, cause);

/**
 * Converts an error response to a problem. If a gateway and not the portal created the response, the HTTP status
 * decides the code of the problem.
 */
export function toProblem(response: Response, body: unknown): ApiProblem {
  const namedProblem = readNamedProblem(body) ?? createNamedProblem(response.status);
  const waitSeconds = readWaitSeconds(response.headers.get('retry-after'));
  return new ApiProblem({
    code: namedProblem.code,
    message: namedProblem.message,
    status: response.status,
    ...(namedProblem.fields && { fields: namedProblem.fields }),
    ...(namedProblem.requestId !== undefined && { requestId: namedProblem.requestId }),
    ...(waitSeconds !== null && { retryAfterSeconds: waitSeconds }),
  });
}

type NamedProblem = Pick<ProblemFields, 'code' | 'message' | 'fields' | 'requestId'>;

function readNamedProblem(body: unknown): NamedProblem | null {
  const parsedBody = anyProblemBody.safeParse(body);
  if (!parsedBody.success) return null;
  const { message, requestId, fields } = parsedBody.data;
  // A newer server may send a problem code that this portal does not know. The portal has no special treatment for such
  // a code, and shows its message in place.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const code = parsedBody.data.code as PortalProblemCode;
  return { code, message, requestId, ...(fields && { fields }) };
}

function createNamedProblem(status: number): NamedProblem {
  const code = findCode(status);
  return { code, message: findGeneralMessage(code) };
}

function findCode(status: number): keyof typeof generalProblems {
  if (status === 401) return 'NO_SESSION';
  if (status === 403) return 'NOT_PERMITTED';
  if (status === 404) return 'RESULTS_NOT_FOUND';
  if (status === 413) return 'TOO_LARGE';
  if (status === 429) return 'TOO_MANY_ATTEMPTS';
  if (status === 502 || status === 503 || status === 504) return 'BUSY';
  return status < 500 ? 'MALFORMED' : 'INTERNAL';
}

/** Reads the header Retry-After in both of its formats (RFC 9110, 10.2.3), as whole seconds from now. */
export function readWaitSeconds(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const retryTime = Date.parse(retryAfter);
  return Number.isNaN(retryTime) ? null : Math.max(0, Math.ceil((retryTime - Date.now()) / 1000));
}

/** Returns whether an error is a problem with the given code. */
export const isProblem = <Code extends PortalProblemCode>(
  error: unknown,
  code: Code,
): error is ApiProblem & { code: Code } => error instanceof ApiProblem && error.code === code;

/** Returns the request id by which support finds the failure; null if there was no request. */
export const readRequestId = (error: Error): string | null => (error instanceof ApiProblem ? error.requestId : null);

/** Returns whether a call failed because the server did not answer or is not available, so that a later call may succeed. */
export const isUnavailable = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.reaction.retry;

/** If the server asks for a longer wait than this, the user decides when a failed query is retried. */
const longestRetryDelaySeconds = 10;

/** Returns whether a failed query may be retried automatically; `failureCount` is 0 at its first failure. */
export const mayRetry = (failureCount: number, error: unknown): boolean =>
  failureCount < 2 && isUnavailable(error) && (error.retryAfterSeconds ?? 0) <= longestRetryDelaySeconds;

/** Returns the pause in milliseconds before a failed query is retried: it grows, and is never shorter than the server asks for. */
export const computeRetryDelay = (failureCount: number, error: unknown): number =>
  Math.max(500 * 2 ** failureCount, readRetryAfterMs(error));

/** Returns the time in milliseconds that the server asks clients to wait (Retry-After); 0 if it does not ask. */
export const readRetryAfterMs = (error: unknown): number =>
  error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;

/** A function that is called with the token that the server refused; null if the call had no token. */
type Listener = (token: string | null) => void;

const listeners = new Set<Listener>();

/** Calls the listener for every response with the status 401. Returns a function that unsubscribes it. */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const announceSessionLost: Listener = (token) => {
  for (const listener of listeners) listener(token);
};

/**
 * The names of the fields of a form, in their order. For a form with a variable number of fields: a function that
 * recognises their names.
 */
export type FieldNames<Name extends string> = readonly Name[] | ((fieldPath: string) => fieldPath is Name);

/** The `setError` of react-hook-form. */
export type SetError<Name> = (fieldName: Name, error: { message: string }, options: { shouldFocus: boolean }) => void;

/**
 * Shows the server's errors at the fields of a form. Returns whether at least one field has got an error. If the
 * function returns false, the form must show the message of the problem itself.
 */
export function placeFieldProblems<Name extends string>(
  problem: ApiProblem,
  fieldNames: FieldNames<Name>,
  setError: SetError<Name>,
): boolean {
  const refusedFields =
    typeof fieldNames === 'function'
      ? Object.keys(problem.fields).filter(fieldNames)
      : fieldNames.filter((name) => problem.fields[name] !== undefined);
  for (const [order, name] of refusedFields.entries()) {
    setError(name, { message: problem.fields[name] ?? '' }, { shouldFocus: order === 0 });
  }
  return refusedFields.length > 0;
}
