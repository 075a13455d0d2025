import { home } from '@basics/contract/home.ts';
import { registration } from '@basics/contract/registration.ts';
import { requests } from '@basics/contract/requests.ts';
import { secondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { password } from '#server/testing/portal.ts';
import { aNewUser, anApproval } from '#server/testing/staff.ts';
import {
  about,
  duringSetup,
  everybody,
  inScope,
  noRow,
  noUser,
  nowhere,
  ownOrInScope,
  sendFilter,
  sendId,
  sendIds,
  sendNothing,
  signedIn,
  staff,
} from './access-row.ts';
import type { AccessRow, Request } from './access-row.ts';

const aboutUser = about('user');
const aboutRequest = about('request');
const address = (name: string): string => `${name}@attempt.example`;
const reason = 'tried';
const proof = { currentPassword: password };
const newPassword = 'Granite-Harbour-91';

/** Has the form of a passkey's response; no account has this passkey. */
const passkey = {
  token: 'none',
  response: {
    id: 'none',
    rawId: 'none',
    type: 'public-key',
    response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  },
};
const newPasskey = {
  token: 'none',
  name: 'tried',
  response: { ...passkey.response, response: { clientDataJSON: 'x', attestationObject: 'x' } },
};

const registrationForm: Request = ({ name }) => {
  const { profileID: _, tools: __, language: ___, crmAccount: ____, ...form } = aNewUser();
  return { body: { ...form, login: address(name), email: address(name), tool: 'basics', reason, comment: '' } };
};

export const registrationCalls: AccessRow[] = [
  everybody(registration.register, registrationForm),
  everybody(registration.confirm, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  everybody(registration.withdraw, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  everybody(registration.countries, sendNothing),
  everybody(registration.configTool, () => ({ query: { userEmail: 'x' } })),
];

/** The calls that open a session: the body decides which user the caller becomes. */
export const signInCalls: AccessRow[] = [
  everybody(session.signIn, ({ name }) => ({ body: { login: name, password: 'wrong' } }), 'WRONG_CREDENTIALS'),
  everybody(session.passkeyOptions, sendNothing),
  everybody(session.signInByPasskey, () => ({ body: passkey }), 'WRONG_SECOND_STEP'),
  everybody(session.humanVerification, sendNothing),
  everybody(session.forgotPassword, ({ name }) => ({ body: { email: address(name) } })),
  everybody(session.checkLink, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  everybody(
    session.resetPassword,
    () => ({ body: { token: 'none', password: newPassword, confirmPassword: newPassword } }),
    'LINK_NOT_VALID',
  ),
  everybody(session.exchange, () => ({ body: { token: 'none' } }), 'TOKEN_NOT_FOUND'),
];

export const userCalls: AccessRow[] = [
  duringSetup(users.current, sendNothing),
  signedIn(users.preferences, sendNothing),
  staff(users.search, sendFilter),
  staff(users.export, sendFilter),
  staff(users.options, sendNothing),
  staff(home.figures, sendNothing),
  staff(users.create, ({ name }) => ({ body: aNewUser({ login: address(name), email: address(name) }) })),
  staff(users.crm, sendFilter),
  aboutUser(users.get, sendId, ownOrInScope('yes', 'yes', noUser)),
  aboutUser(users.history, sendId, inScope('yes', 'yes', noUser)),
  aboutUser(users.personalData, sendId, ownOrInScope('yes', 'yes', noUser)),
  aboutUser(
    users.update,
    ({ id, version, name }) => ({ params: { id }, body: { version, phone: name } }),
    ownOrInScope('yes', 'yes', noUser),
  ),
  aboutUser(
    users.suspend,
    ({ id, version }) => ({ params: { id }, body: { version, reason } }),
    inScope('OWN_ACCOUNT', 'yes', noUser),
  ),
  aboutUser(
    users.reinstate,
    ({ id, version }) => ({ params: { id }, body: { version } }),
    inScope('STALE', 'yes', noUser),
  ),
  aboutUser(users.invite, sendId, inScope('STALE', 'yes', noUser)),
  aboutUser(users.remove, sendId, { administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser], salesman: 'NOT_PERMITTED' }),
  aboutUser(users.removeMany, sendIds, {
    administrator: ['refused', 'deleted', 'deleted', 'notFound'],
    salesman: ['refused', 'refused', 'notFound', 'notFound'],
  }),
  aboutUser(secondFactor.reset, sendId, inScope('OWN_ACCOUNT', 'yes', noUser)),
];

export const requestCalls: AccessRow[] = [
  staff(requests.options, sendNothing),
  staff(requests.search, sendFilter),
  staff(requests.export, sendFilter),
  aboutRequest(requests.get, sendId, inScope(noUser, 'yes', noUser)),
  aboutRequest(
    requests.approve,
    ({ id, version }) => ({ params: { id }, body: anApproval(version) }),
    inScope(noUser, 'yes', noUser),
  ),
  aboutRequest(requests.reject, ({ id }) => ({ params: { id }, body: { id, reason } }), inScope(noUser, 'yes', noUser)),
];

/** The caller's own session and second factors: no other user is concerned, so no scope decides. */
export const ownAccountCalls: AccessRow[] = [
  duringSetup(session.list, sendNothing),
  duringSetup(session.handoff, () => ({ body: { path: '/account' } })),
  duringSetup(session.extend, sendNothing),
  duringSetup(session.signOut, sendNothing),
  duringSetup(session.end, () => ({ params: { id: 'none' } }), noRow),
  duringSetup(secondFactor.list, sendNothing),
  duringSetup(secondFactor.beginTotp, () => ({ body: proof })),
  duringSetup(secondFactor.beginPasskey, () => ({ body: proof })),
  duringSetup(secondFactor.addPasskey, () => ({ body: newPasskey }), 'WRONG_SECOND_STEP'),
  duringSetup(secondFactor.confirmTotp, () => ({ params: { id: nowhere }, body: { code: '000000' } }), noRow),
  duringSetup(secondFactor.rename, ({ name }) => ({ params: { id: nowhere }, body: { name } }), noRow),
  duringSetup(secondFactor.remove, () => ({ params: { id: nowhere }, body: proof }), noRow),
  duringSetup(secondFactor.renewRecoveryCodes, () => ({ body: proof }), noRow),
  duringSetup(session.changePassword, () => ({
    body: { ...proof, password: newPassword, confirmPassword: newPassword },
  })),
];
