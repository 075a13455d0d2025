import type { Endpoint } from '@basics/contract/endpoint.ts';
import type { ProblemCode } from '@basics/contract/problems.ts';

/** What the record of a call is to the asker: his own, in the scope of a salesman, out of it, or not there. */
export const relations = ['own', 'inScope', 'outOfScope', 'missing'] as const;
export type Relation = (typeof relations)[number];

/** `yes`, the outcome of the id in a bulk call, or the code of the problem that is answered. */
export type Outcome = 'yes' | 'deleted' | 'refused' | 'notFound' | ProblemCode;

/** The outcomes for each relation in the order above; for a call that is about no record in particular, one. */
type Outcomes = Outcome | readonly [own: Outcome, inScope: Outcome, outOfScope: Outcome, missing: Outcome];

/** The record that a call is tried on: its id and its version at the moment, a name that nothing else has, and another salesman. */
export type Subject = { id: number; version: number; name: string; colleague: number };

type Sent = { params?: Record<string, number | string>; body?: unknown; query?: Record<string, unknown> };

/** A request that lacks nothing, so that only who asks about which record decides. */
export type Request = (subject: Subject) => Sent;

/** One call: what an administrator, a salesman, all other profiles, and somebody without a session are answered. */
export type AccessRow = {
  endpoint: Endpoint;
  request: Request;
  about: 'nothing' | 'user' | 'request' | 'assignment' | 'helpRequest' | 'releaseNote';
  administrator: Outcomes;
  salesman: Outcomes;
  others: Outcomes;
  nobody: Outcomes;
  /** Open to somebody who must set up a second factor first. Public calls are open to him as well. */
  isOpenDuringSecondFactorSetup: boolean;
};

export const everybody = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  endpoint,
  request,
  about: 'nothing',
  administrator: outcome,
  salesman: outcome,
  others: outcome,
  nobody: outcome,
  isOpenDuringSecondFactorSetup: false,
});

export const signedIn = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...everybody(endpoint, request, outcome),
  nobody: 'NO_SESSION',
});

/** Like `signedIn`, for the calls by which somebody sets up the second factor that his profile needs, or leaves. */
export const duringSetup = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...signedIn(endpoint, request, outcome),
  isOpenDuringSecondFactorSetup: true,
});

export const staff = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...signedIn(endpoint, request, outcome),
  others: 'NOT_PERMITTED',
});

export const administrators = (endpoint: Endpoint, request: Request, outcome: Outcome = 'yes'): AccessRow => ({
  ...staff(endpoint, request, outcome),
  salesman: 'NOT_PERMITTED',
});

type Answers = Pick<AccessRow, 'administrator' | 'salesman'> & Partial<Pick<AccessRow, 'others' | 'nobody'>>;

/** A call about a record of this kind. */
export const about =
  (record: AccessRow['about']) =>
  (endpoint: Endpoint, request: Request, answers: Answers): AccessRow => ({
    ...staff(endpoint, request),
    about: record,
    ...answers,
  });

/**
 * A record that staff reach where its owner is in their scope, and administrators everywhere: the outcomes for one's own record, for another
 * one, and for one that is not there. A record out of scope is answered like one that is not there.
 */
export const inScope = (own: Outcome, other: Outcome, none: Outcome): Answers => ({
  administrator: [own, other, other, none],
  salesman: [own, other, none, none],
});

/** The same where all other profiles reach their own record. */
export const ownOrInScope = (own: Outcome, other: Outcome, none: Outcome): Answers => ({
  ...inScope(own, other, none),
  others: [own, none, none, none],
});

export const noUser = 'USER_NOT_FOUND';
export const noRow = 'RESULTS_NOT_FOUND';

/** An id that no record has. */
export const nowhere = 2_000_000_000;

export const sendNothing: Request = () => ({});
export const sendFilter: Request = () => ({ body: {} });
export const sendId: Request = ({ id }) => ({ params: { id } });
export const sendIds: Request = ({ id }) => ({ body: [id] });
