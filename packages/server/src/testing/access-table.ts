import type { ProblemCode } from '@basics/contract/problems.ts';

/** Who asks: nobody, the nine profiles, and a viewer. */
export const identities = [
  'nobody',
  'Administrator',
  'Salesman',
  'AgentDistributor',
  'OEM',
  'ADV',
  'SmallCustomer',
  'DesignerOffice',
  'ApplicationExpert',
  'URJAUser',
  'viewer',
] as const;
export type Identity = (typeof identities)[number];

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
  about: 'nothing' | 'user' | 'request' | 'assignment';
  administrator: Outcomes;
  salesman: Outcomes;
  others: Outcomes;
  nobody: Outcomes;
};

const everybody = (operation: string, outcome: Outcome = 'yes'): AccessRow => ({
  operation,
  about: 'nothing',
  administrator: outcome,
  salesman: outcome,
  others: outcome,
  nobody: outcome,
});

const signedIn = (operation: string, outcome: Outcome = 'yes'): AccessRow => ({
  ...everybody(operation, outcome),
  nobody: 'NO_SESSION',
});
const staff = (operation: string): AccessRow => ({ ...signedIn(operation), others: 'NOT_PERMITTED' });

const administrators = (operation: string, outcome: Outcome = 'yes'): AccessRow => ({
  ...staff(operation),
  administrator: outcome,
  salesman: 'NOT_PERMITTED',
});

type Row = Pick<AccessRow, 'administrator' | 'salesman'> & Partial<AccessRow>;
const about = (record: AccessRow['about'], operation: string, row: Row): AccessRow => ({
  operation,
  about: record,
  others: 'NOT_PERMITTED',
  nobody: 'NO_SESSION',
  ...row,
});

const noUser = 'USER_NOT_FOUND';
const noRow = 'RESULTS_NOT_FOUND';

const users: AccessRow[] = [
  signedIn('users.current'),
  signedIn('users.preferences'),
  staff('users.search'),
  staff('users.options'),
  staff('users.create'),
  staff('users.crm'),
  about('user', 'users.get', {
    administrator: ['yes', 'yes', 'yes', noUser],
    salesman: ['yes', 'yes', noUser, noUser],
    others: ['yes', noUser, noUser, noUser],
  }),
  about('user', 'users.update', {
    administrator: ['yes', 'yes', 'yes', noUser],
    salesman: ['yes', 'yes', noUser, noUser],
    others: ['yes', noUser, noUser, noUser],
  }),
  about('user', 'users.suspend', {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser],
    salesman: ['OWN_ACCOUNT', 'yes', noUser, noUser],
  }),
  about('user', 'users.reinstate', {
    administrator: ['STALE', 'yes', 'yes', noUser],
    salesman: ['STALE', 'yes', noUser, noUser],
  }),
  about('user', 'users.invite', {
    administrator: ['STALE', 'yes', 'yes', noUser],
    salesman: ['STALE', 'yes', noUser, noUser],
  }),
  about('user', 'users.remove', {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser],
    salesman: 'NOT_PERMITTED',
  }),
  about('user', 'users.removeMany', {
    administrator: ['refused', 'deleted', 'deleted', 'notFound'],
    salesman: ['refused', 'refused', 'notFound', 'notFound'],
  }),
];

const requests: AccessRow[] = [
  staff('requests.options'),
  staff('requests.search'),
  ...['requests.get', 'requests.approve', 'requests.reject'].map((operation) =>
    about('request', operation, {
      administrator: [noUser, 'yes', 'yes', noUser],
      salesman: [noUser, 'yes', noUser, noUser],
    }),
  ),
];

const registration: AccessRow[] = [
  everybody('registration.register'),
  everybody('registration.confirm', 'LINK_NOT_VALID'),
  everybody('registration.countries'),
  everybody('registration.configTool'),
];

/** Everybody's way in; who may do something is decided by what he brings. */
const wayIn: AccessRow[] = [
  everybody('session.signIn', 'WRONG_CREDENTIALS'),
  everybody('session.passkeyOptions'),
  everybody('session.signInByPasskey', 'WRONG_SECOND_STEP'),
  everybody('session.humanVerification'),
  everybody('session.forgotPassword'),
  everybody('session.checkLink', 'LINK_NOT_VALID'),
  everybody('session.resetPassword', 'LINK_NOT_VALID'),
  everybody('session.exchange', 'TOKEN_NOT_FOUND'),
];

/** One's own session and factors: about nobody else, so that there is nothing to be in scope of. */
const ownAccount: AccessRow[] = [
  ...['list', 'handoff', 'extend', 'signOut'].map((call) => signedIn(`session.${call}`)),
  signedIn('session.end', noRow),
  ...['list', 'beginTotp', 'beginPasskey'].map((call) => signedIn(`secondFactor.${call}`)),
  signedIn('secondFactor.addPasskey', 'WRONG_SECOND_STEP'),
  ...['confirmTotp', 'rename', 'remove', 'renewRecoveryCodes'].map((call) => signedIn(`secondFactor.${call}`, noRow)),
  about('user', 'secondFactor.reset', {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser],
    salesman: ['OWN_ACCOUNT', 'yes', noUser, noUser],
  }),
  // The last one, because it changes the password that those above show.
  signedIn('session.changePassword'),
];

const licences: AccessRow[] = [
  signedIn('tools.configTools'),
  ...['tools.licensable', 'licenses.issue', 'licenses.list'].map((operation) =>
    about('user', operation, {
      administrator: ['yes', 'yes', 'yes', noUser],
      salesman: ['yes', 'yes', noUser, noUser],
      others: ['yes', noUser, noUser, noUser],
    }),
  ),
  about('user', 'licenses.download', {
    administrator: [noRow, noRow, noRow, noUser],
    salesman: [noRow, noRow, noUser, noUser],
    others: [noRow, noUser, noUser, noUser],
  }),
];

/** What none of the 25 permissions names. */
const operating: AccessRow[] = [
  everybody('brands.setup'),
  administrators('mail.search'),
  administrators('mail.get', noRow),
  administrators('mail.sendAgain', noRow),
  administrators('audit.search'),
];

const assignments: AccessRow[] = [
  ...['options', 'search', 'coverage', 'recipient', 'impact', 'create'].map((call) => staff(`countrySalesmen.${call}`)),
  ...['countrySalesmen.update', 'countrySalesmen.remove'].map((operation) =>
    about('assignment', operation, {
      administrator: ['yes', 'yes', 'yes', noRow],
      salesman: ['yes', 'yes', noRow, noRow],
    }),
  ),
  about('assignment', 'countrySalesmen.removeMany', {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: ['deleted', 'deleted', 'refused', 'notFound'],
  }),
];

/** Who may do what to whom, as data: the tests try every field of it, and the documentation prints it. */
export const accessTable: readonly AccessRow[] = [
  ...registration,
  ...wayIn,
  ...users,
  ...requests,
  ...assignments,
  ...licences,
  ...operating,
  ...ownAccount,
];

/** What the table says for one identity and one relation. */
export function outcomeOf(row: AccessRow, identity: Identity, relation: Relation): Outcome {
  const outcomes = row[columnOf(identity)];
  if (typeof outcomes === 'string') return outcomes;
  const [own, inScope, outOfScope, missing] = outcomes;
  return { own, inScope, outOfScope, missing }[relation];
}

export function columnOf(identity: Identity): 'administrator' | 'salesman' | 'others' | 'nobody' {
  if (identity === 'Administrator') return 'administrator';
  if (identity === 'Salesman') return 'salesman';
  return identity === 'nobody' ? 'nobody' : 'others';
}
