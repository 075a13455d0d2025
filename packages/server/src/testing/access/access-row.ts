import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import type { ProblemCode } from '@basics/contract/calls/problems.ts';

/**
 * How a record relates to the caller: it is the caller's own record, it is in the scope of a salesman, it is out of this scope, or it does
 * not exist.
 */
export const relations = ['own', 'inScope', 'outOfScope', 'missing'] as const;
export type Relation = (typeof relations)[number];

/** What a call must return: `yes` if it succeeds, the outcome for the id in a bulk call, or the code of the problem. */
export type Outcome = 'yes' | 'deleted' | 'renewed' | 'refused' | 'notFound' | ProblemCode;

/** The outcomes of a call: one for each relation, in the order of `relations`, or a single outcome for all of them. */
type Outcomes = Outcome | readonly [own: Outcome, inScope: Outcome, outOfScope: Outcome, missing: Outcome];

/**
 * The record that a call is about: its id and current version, a unique name for new records, and the id of another salesman. A licence is
 * found by its own ids; `id` is then the id of its owner.
 */
export type Subject = {
  id: number;
  version: number;
  name: string;
  colleague: number;
  licenseId: number;
  licenceUid: string;
  machineId: number;
};

type RequestParts = { params?: Record<string, number | string>; body?: unknown; query?: Record<string, unknown> };

/** Creates a complete and valid request about a record, so that only the caller's permission and scope decide the outcome. */
export type Request = (subject: Subject) => RequestParts;

/** A call, and its outcomes for an administrator, a salesman, all other profiles, and a caller without a session. */
export type AccessRow = {
  endpoint: Endpoint;
  request: Request;
  recordKind:
    | 'nothing'
    | 'user'
    | 'company'
    | 'request'
    | 'deletedRequest'
    | 'assignment'
    | 'license'
    | 'helpRequest'
    | 'releaseNote';
  administrator: Outcomes;
  salesman: Outcomes;
  others: Outcomes;
  nobody: Outcomes;
  /** Whether a user who must first set up two-step sign-in can make the call. The value is also true for public calls. */
  isOpenDuringSecondFactorSetup: boolean;
};

export const openToEverybody = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  endpoint,
  request,
  recordKind: 'nothing',
  administrator: outcome,
  salesman: outcome,
  others: outcome,
  nobody: outcome,
  isOpenDuringSecondFactorSetup: false,
});

export const openToSignedIn = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...openToEverybody(endpoint, request, outcome),
  nobody: 'NO_SESSION',
});

/** Creates a row like `openToSignedIn`, for the calls that a user needs to set up required two-step sign-in or to sign out. */
export const openDuringSetup = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...openToSignedIn(endpoint, request, outcome),
  isOpenDuringSecondFactorSetup: true,
});

export const openToStaff = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...openToSignedIn(endpoint, request, outcome),
  others: 'NOT_PERMITTED',
});

export const openToAdministrators = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...openToStaff(endpoint, request, outcome),
  salesman: 'NOT_PERMITTED',
});

type Answers = Pick<AccessRow, 'administrator' | 'salesman'> & Partial<Pick<AccessRow, 'others' | 'nobody'>>;

/** Returns a function that creates rows of calls about the given kind of record. */
export const createRecordRow =
  (record: AccessRow['recordKind']) =>
  (endpoint: Endpoint, request: Request, answers: Answers): AccessRow => ({
    ...openToStaff(endpoint, request),
    recordKind: record,
    ...answers,
  });

/**
 * The outcomes of a call that administrators may make about all records, and salesmen about records in their scope. The parameters are the
 * outcomes for the caller's own record, for a record of another user, and for a missing record. A record out of the caller's scope gets the
 * same outcome as a missing record.
 */
export const outcomesInScope = (own: Outcome, other: Outcome, missing: Outcome): Answers => ({
  administrator: [own, other, other, missing],
  salesman: [own, other, missing, missing],
});

/** The same outcomes as `outcomesInScope`, but users with all other profiles may make the call about their own record. */
export const outcomesOwnOrInScope = (own: Outcome, other: Outcome, missing: Outcome): Answers => ({
  ...outcomesInScope(own, other, missing),
  others: [own, missing, missing, missing],
});

/** The code of the problem for a user who does not exist or is out of the caller's scope. */
export const userNotFoundCode = 'USER_NOT_FOUND';
/** The code of the problem for any other record that does not exist or is out of the caller's scope. */
export const rowNotFoundCode = 'RESULTS_NOT_FOUND';

/** An id that no record has. */
export const missingId = 2_000_000_000;

/** A subject whose records do not exist. */
export const missingSubject: Subject = {
  id: missingId,
  version: 1,
  name: 'nobody',
  colleague: missingId,
  licenseId: missingId,
  licenceUid: '0'.repeat(16),
  machineId: missingId,
};

export const createEmptyRequest: Request = () => ({});
export const createCountRequest: Request = () => ({ body: { searches: [{}] } });
export const createFilterRequest: Request = () => ({ body: {} });
export const createIdRequest: Request = ({ id }) => ({ params: { id } });
export const createIdsRequest: Request = ({ id }) => ({ body: [id] });
