import { about, everybody, inScope, noRow, noUser, ownOrInScope, signedIn, staff } from './access-row.ts';
import type { AccessRow } from './access-row.ts';

export const registration: AccessRow[] = [
  everybody('registration.register'),
  everybody('registration.confirm', 'LINK_NOT_VALID'),
  everybody('registration.withdraw', 'LINK_NOT_VALID'),
  everybody('registration.countries'),
  everybody('registration.configTool'),
];

/** Everybody's way in; who may do something is decided by what he brings. */
export const wayIn: AccessRow[] = [
  everybody('session.signIn', 'WRONG_CREDENTIALS'),
  everybody('session.passkeyOptions'),
  everybody('session.signInByPasskey', 'WRONG_SECOND_STEP'),
  everybody('session.humanVerification'),
  everybody('session.forgotPassword'),
  everybody('session.checkLink', 'LINK_NOT_VALID'),
  everybody('session.resetPassword', 'LINK_NOT_VALID'),
  everybody('session.exchange', 'TOKEN_NOT_FOUND'),
];

export const users: AccessRow[] = [
  signedIn('users.current'),
  signedIn('users.preferences'),
  staff('users.search'),
  staff('users.export'),
  staff('users.options'),
  staff('home.figures'),
  staff('users.create'),
  staff('users.crm'),
  about('user', 'users.get', ownOrInScope('yes', 'yes', noUser)),
  about('user', 'users.history', inScope('yes', 'yes', noUser)),
  about('user', 'users.update', ownOrInScope('yes', 'yes', noUser)),
  about('user', 'users.suspend', inScope('OWN_ACCOUNT', 'yes', noUser)),
  about('user', 'users.reinstate', inScope('STALE', 'yes', noUser)),
  about('user', 'users.invite', inScope('STALE', 'yes', noUser)),
  about('user', 'users.remove', {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser],
    salesman: 'NOT_PERMITTED',
  }),
  about('user', 'users.removeMany', {
    administrator: ['refused', 'deleted', 'deleted', 'notFound'],
    salesman: ['refused', 'refused', 'notFound', 'notFound'],
  }),
];

export const requests: AccessRow[] = [
  staff('requests.options'),
  staff('requests.search'),
  staff('requests.export'),
  ...['requests.get', 'requests.approve', 'requests.reject'].map((operation) =>
    about('request', operation, inScope(noUser, 'yes', noUser)),
  ),
];

/** One's own session and factors: about nobody else, so that there is nothing to be in scope of. */
export const ownAccount: AccessRow[] = [
  ...['list', 'handoff', 'extend', 'signOut'].map((call) => signedIn(`session.${call}`)),
  signedIn('session.end', noRow),
  ...['list', 'beginTotp', 'beginPasskey'].map((call) => signedIn(`secondFactor.${call}`)),
  signedIn('secondFactor.addPasskey', 'WRONG_SECOND_STEP'),
  ...['confirmTotp', 'rename', 'remove', 'renewRecoveryCodes'].map((call) => signedIn(`secondFactor.${call}`, noRow)),
  about('user', 'secondFactor.reset', inScope('OWN_ACCOUNT', 'yes', noUser)),
  // The last one, because it changes the password that those above show.
  signedIn('session.changePassword'),
];
