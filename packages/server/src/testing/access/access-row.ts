import type { ProblemCode } from '@basics/contract/problems.ts';

/**
 * What the record in question is to the one who asks: his own; one that a salesman looks after; one that no salesman of this table
 * looks after; none at all.
 */
export const relations = ['own', 'inScope', 'outOfScope', 'missing'] as const;
export type Relation = (typeof relations)[number];

/** `yes`, the outcome of the id in a bulk call, or the code of the problem that is answered. */
export type Outcome = 'yes' | 'deleted' | 'refused' | 'notFound' | ProblemCode;

/** The outcomes for each relation in the order above; for a call that is about no record in particular, one. */
type Outcomes = Outcome | readonly [own: Outcome, inScope: Outcome, outOfScope: Outcome, missing: Outcome];

/** One operation: what an administrator, a salesman, everybody else with a session, and nobody gets. */
export type AccessRow = {
  operation: string;
  about: 'nothing' | 'user' | 'request' | 'assignment' | 'helpRequest' | 'releaseNote';
  administrator: Outcomes;
  salesman: Outcomes;
  others: Outcomes;
  nobody: Outcomes;
};

export const everybody = (operation: string, outcome: Outcome = 'yes'): AccessRow => ({
  operation,
  about: 'nothing',
  administrator: outcome,
  salesman: outcome,
  others: outcome,
  nobody: outcome,
});

export const signedIn = (operation: string, outcome: Outcome = 'yes'): AccessRow => ({
  ...everybody(operation, outcome),
  nobody: 'NO_SESSION',
});
export const staff = (operation: string): AccessRow => ({ ...signedIn(operation), others: 'NOT_PERMITTED' });

export const administrators = (operation: string, outcome: Outcome = 'yes'): AccessRow => ({
  ...staff(operation),
  administrator: outcome,
  salesman: 'NOT_PERMITTED',
});

type Row = Pick<AccessRow, 'administrator' | 'salesman'> & Partial<AccessRow>;
export const about = (record: AccessRow['about'], operation: string, row: Row): AccessRow => ({
  operation,
  about: record,
  others: 'NOT_PERMITTED',
  nobody: 'NO_SESSION',
  ...row,
});

/**
 * A record that staff reach where its owner is in their scope, and administrators everywhere: what comes of one's own and of another's.
 * Out of scope it is as good as not there, which is `none`.
 */
export const inScope = (own: Outcome, other: Outcome, none: Outcome): Row => ({
  administrator: [own, other, other, none],
  salesman: [own, other, none, none],
});

/** The same where everybody else reaches his own. */
export const ownOrInScope = (own: Outcome, other: Outcome, none: Outcome): Row => ({
  ...inScope(own, other, none),
  others: [own, none, none, none],
});

export const noUser = 'USER_NOT_FOUND';
export const noRow = 'RESULTS_NOT_FOUND';
