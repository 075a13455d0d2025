import type { Endpoint } from '@basics/contract/endpoint.ts';
import type { ProblemCode } from '@basics/contract/problems.ts';

/** How the record of a call relates to the caller: the caller's own, inside a salesman's scope, outside the scope, or missing. */
export const relations = ['own', 'inScope', 'outOfScope', 'missing'] as const;
export type Relation = (typeof relations)[number];

/** `yes`, the outcome for the id in a bulk call, or the code of the problem in the reply. */
export type Outcome = 'yes' | 'deleted' | 'refused' | 'notFound' | ProblemCode;

/** The outcomes for each relation in the order above, or one outcome for a call that is not about a record. */
type Outcomes = Outcome | readonly [own: Outcome, inScope: Outcome, outOfScope: Outcome, missing: Outcome];

/** The record for a try of a call: its id and current version, a unique name, and the id of another salesman. */
export type Subject = { id: number; version: number; name: string; colleague: number };

type Sent = { params?: Record<string, number | string>; body?: unknown; query?: Record<string, unknown> };

/** A complete and valid request, so that only the caller's permission and scope decide the outcome. */
export type Request = (subject: Subject) => Sent;

/** One call, and the outcome for an administrator, a salesman, all other profiles, and a caller without a session. */
export type AccessRow = {
  endpoint: Endpoint;
  request: Request;
  about: 'nothing' | 'user' | 'request' | 'assignment' | 'helpRequest' | 'releaseNote';
  administrator: Outcomes;
  salesman: Outcomes;
  others: Outcomes;
  nobody: Outcomes;
  /** Whether a user who must first set up a second factor can make the call. True for public calls as well. */
  isOpenDuringSecondFactorSetup: boolean;
};

export const openToEverybody = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  endpoint,
  request,
  about: 'nothing',
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

/** Like `openToSignedIn`, for the calls that a user needs to set up a required second factor or to sign out. */
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

/** A call about a record of this kind. */
export const createRecordRow =
  (record: AccessRow['about']) =>
  (endpoint: Endpoint, request: Request, answers: Answers): AccessRow => ({
    ...openToStaff(endpoint, request),
    about: record,
    ...answers,
  });

/**
 * A record that administrators reach everywhere, and staff where its owner is in their scope. The outcomes are for the caller's own record,
 * for another user's, and for a missing one. A record out of scope gets the same answer as a missing one.
 */
export const outcomesInScope = (own: Outcome, other: Outcome, none: Outcome): Answers => ({
  administrator: [own, other, other, none],
  salesman: [own, other, none, none],
});

/** The same, where all other profiles reach their own record. */
export const outcomesOwnOrInScope = (own: Outcome, other: Outcome, none: Outcome): Answers => ({
  ...outcomesInScope(own, other, none),
  others: [own, none, none, none],
});

export const noUser = 'USER_NOT_FOUND';
export const noRow = 'RESULTS_NOT_FOUND';

/** An id that no record has. */
export const missingId = 2_000_000_000;

export const sendNothing: Request = () => ({});
export const sendFilter: Request = () => ({ body: {} });
export const sendId: Request = ({ id }) => ({ params: { id } });
export const sendIds: Request = ({ id }) => ({ body: [id] });
