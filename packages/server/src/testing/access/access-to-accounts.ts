import { absenceCalls } from '@basics/contract/absences.ts';
import { bulkRequests, bulkUsers } from '@basics/contract/bulk.ts';
import { deletedUsers } from '@basics/contract/deleted-users.ts';
import { home } from '@basics/contract/home.ts';
import { staffInbox } from '@basics/contract/inbox.ts';
import { savedViews } from '@basics/contract/saved-views.ts';
import { userPresence } from '@basics/contract/presence.ts';
import { registration } from '@basics/contract/registration.ts';
import { evidence } from '@basics/contract/request-evidence.ts';
import { requests } from '@basics/contract/requests.ts';
import { secondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import { passwordLink } from '@basics/contract/password-link.ts';
import { permissionOverrideCalls } from '@basics/contract/permission-overrides.ts';
import { timeline } from '@basics/contract/timeline.ts';
import { users } from '@basics/contract/users.ts';
import { viewAs } from '@basics/contract/view-as.ts';
import { viewers } from '@basics/contract/viewers.ts';
import { password } from '#server/testing/portal.ts';
import { createUserBody, createApprovalBody } from '#server/testing/staff.ts';
import {
  createRecordRow,
  openDuringSetup,
  openToEverybody,
  outcomesInScope,
  noRow,
  noUser,
  missingId,
  outcomesOwnOrInScope,
  sendFilter,
  sendId,
  sendIds,
  sendNothing,
  openToSignedIn,
  openToStaff,
} from './access-row.ts';
import type { AccessRow, Request } from './access-row.ts';

const createUserRow = createRecordRow('user');
const createRequestRow = createRecordRow('request');
const createDeletedRow = createRecordRow('deletedRequest');
const createAddress = (name: string): string => `${name}@attempt.example`;
const reason = 'tried';
const passwordProof = { currentPassword: password };
const newPassword = 'Granite-Harbour-91';

/** An answer that has the form of a passkey's answer. No account has this passkey. */
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
  const { profileID: _, tools: __, language: ___, crmAccount: ____, ...form } = createUserBody();
  return {
    body: { ...form, login: createAddress(name), email: createAddress(name), tool: 'basics', reason, comment: '' },
  };
};

export const registrationCalls: AccessRow[] = [
  openToEverybody(registration.register, registrationForm),
  openToEverybody(registration.confirm, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  openToEverybody(registration.withdraw, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  openToEverybody(registration.countries, sendNothing),
  openToEverybody(registration.configTool, () => ({ query: { userEmail: 'x' } })),
];

/** The calls that open a session, whose body decides which user the caller becomes. */
export const signInCalls: AccessRow[] = [
  openToEverybody(session.signIn, ({ name }) => ({ body: { login: name, password: 'wrong' } }), 'WRONG_CREDENTIALS'),
  openToEverybody(session.passkeyOptions, sendNothing),
  openToEverybody(session.signInByPasskey, () => ({ body: passkey }), 'WRONG_SECOND_STEP'),
  openToEverybody(session.humanVerification, sendNothing),
  openToEverybody(session.forgotPassword, ({ name }) => ({ body: { email: createAddress(name) } })),
  openToEverybody(session.checkLink, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  openToEverybody(
    session.resetPassword,
    () => ({ body: { token: 'none', password: newPassword, confirmPassword: newPassword } }),
    'LINK_NOT_VALID',
  ),
  openToEverybody(
    session.setUp,
    ({ name }) => ({
      body: {
        token: 'none',
        login: createAddress(name),
        email: createAddress(name),
        firstName: name,
        lastName: name,
        password: newPassword,
        confirmPassword: newPassword,
      },
    }),
    'LINK_NOT_VALID',
  ),
  openToEverybody(session.confirmLogin, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  openToEverybody(session.exchange, () => ({ body: { token: 'none' } }), 'TOKEN_NOT_FOUND'),
];

export const userCalls: AccessRow[] = [
  openDuringSetup(users.current, sendNothing),
  openToSignedIn(users.preferences, sendNothing),
  openToSignedIn(savedViews.list, sendNothing),
  openToSignedIn(savedViews.save, ({ name }) => ({ body: { list: '/users', name, query: 'status=active' } })),
  openToStaff(users.search, sendFilter),
  openToStaff(users.export, sendFilter),
  openToStaff(users.options, sendNothing),
  openToStaff(home.figures, sendNothing),
  openToStaff(staffInbox.inbox, sendNothing),
  openToStaff(staffInbox.counts, sendNothing),
  openToStaff(users.create, ({ name }) => ({
    body: createUserBody({ login: createAddress(name), email: createAddress(name) }),
  })),
  openToStaff(users.crm, sendFilter),
  createUserRow(users.get, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  createUserRow(users.history, sendId, outcomesInScope('yes', 'yes', noUser)),
  createUserRow(timeline.timeline, sendId, outcomesInScope('yes', 'yes', noUser)),
  createUserRow(viewers.viewers, sendId, { administrator: ['yes', 'yes', 'yes', noUser], salesman: 'NOT_PERMITTED' }),
  createUserRow(permissionOverrideCalls.listOverrides, sendId, {
    administrator: ['yes', 'yes', 'yes', noUser],
    salesman: 'NOT_PERMITTED',
  }),
  createUserRow(
    permissionOverrideCalls.grantOverride,
    ({ id }) => ({ params: { id, permission: 'releaseNotes.edit' }, body: { until: '2026-03-20', reason } }),
    { administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser], salesman: 'NOT_PERMITTED' },
  ),
  createUserRow(
    permissionOverrideCalls.endOverride,
    ({ id }) => ({ params: { id, permission: 'releaseNotes.edit' } }),
    { administrator: [noRow, noRow, noRow, noUser], salesman: 'NOT_PERMITTED' },
  ),
  createUserRow(userPresence.reportPresence, sendId, outcomesInScope('yes', 'yes', noUser)),
  createUserRow(absenceCalls.readAbsence, sendId, outcomesInScope('yes', 'yes', noUser)),
  createUserRow(absenceCalls.endAbsence, sendId, outcomesInScope(noRow, noRow, noUser)),
  createUserRow(
    absenceCalls.setAbsence,
    ({ id, colleague }) => ({
      params: { id },
      body: { deputyId: colleague, from: '2026-03-12', until: '2026-03-14', namedAt: null },
    }),
    { administrator: noUser, salesman: ['yes', noUser, noUser, noUser] },
  ),
  createUserRow(viewAs.viewAs, sendId, {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser],
    salesman: 'NOT_PERMITTED',
  }),
  createUserRow(users.personalData, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  createUserRow(
    users.update,
    ({ id, version, name }) => ({ params: { id }, body: { version, phone: name } }),
    outcomesOwnOrInScope('yes', 'yes', noUser),
  ),
  createUserRow(
    users.changeLogin,
    ({ id, name }) => ({ params: { id }, body: { login: createAddress(name), currentPassword: password } }),
    outcomesOwnOrInScope('yes', 'yes', noUser),
  ),
  createUserRow(
    users.suspend,
    ({ id, version }) => ({ params: { id }, body: { version, reason } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', noUser),
  ),
  createUserRow(
    users.reinstate,
    ({ id, version }) => ({ params: { id }, body: { version } }),
    outcomesInScope('STALE', 'yes', noUser),
  ),
  createUserRow(users.invite, sendId, outcomesInScope('STALE', 'yes', noUser)),
  createUserRow(
    bulkUsers.changeMany,
    ({ id }) => ({ body: { ids: [id], change: 'brand', brand: 'red', preview: true } }),
    { administrator: ['yes', 'yes', 'yes', 'notFound'], salesman: ['refused', 'yes', 'notFound', 'notFound'] },
  ),
  createUserRow(users.remove, sendId, {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', noUser],
    salesman: 'NOT_PERMITTED',
  }),
  createUserRow(bulkUsers.previewDeletion, sendIds, {
    administrator: ['refused', 'yes', 'yes', 'notFound'],
    salesman: ['refused', 'refused', 'notFound', 'notFound'],
  }),
  createUserRow(users.removeMany, sendIds, {
    administrator: ['refused', 'deleted', 'deleted', 'notFound'],
    salesman: ['refused', 'refused', 'notFound', 'notFound'],
  }),
  openToStaff(deletedUsers.listDeleted, sendNothing),
  createDeletedRow(deletedUsers.restoreDeleted, sendId, outcomesInScope(noUser, 'yes', noUser)),
  createDeletedRow(deletedUsers.removeDeleted, sendId, outcomesInScope(noUser, 'yes', noUser)),
  createUserRow(passwordLink.sendPasswordLink, sendId, outcomesInScope('OWN_ACCOUNT', 'yes', noUser)),
  createUserRow(
    secondFactor.reset,
    ({ id }) => ({ params: { id }, body: { reason, ...passwordProof } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', noUser),
  ),
];

export const requestCalls: AccessRow[] = [
  openToStaff(requests.options, sendNothing),
  openToStaff(requests.search, sendFilter),
  openToStaff(requests.export, sendFilter),
  createRequestRow(requests.get, sendId, outcomesInScope(noUser, 'yes', noUser)),
  createRequestRow(evidence.evidence, sendId, outcomesInScope(noUser, 'yes', noUser)),
  createRequestRow(
    bulkRequests.decideMany,
    ({ id }) => ({ body: { ids: [id], decision: 'reject', reason, preview: true } }),
    { administrator: ['notFound', 'yes', 'yes', 'notFound'], salesman: ['notFound', 'yes', 'notFound', 'notFound'] },
  ),
  createRequestRow(
    requests.approve,
    ({ id, version }) => ({ params: { id }, body: createApprovalBody(version) }),
    outcomesInScope(noUser, 'yes', noUser),
  ),
  createRequestRow(
    requests.reject,
    ({ id }) => ({ params: { id }, body: { id, reason } }),
    outcomesInScope(noUser, 'yes', noUser),
  ),
];

/** The calls about the caller's own sessions and second factors, to which no scope applies. */
export const ownAccountCalls: AccessRow[] = [
  openDuringSetup(session.list, sendNothing),
  openToSignedIn(viewAs.endViewAs, sendNothing, noRow),
  openDuringSetup(session.handoff, () => ({ body: { path: '/account' } })),
  openDuringSetup(session.extend, sendNothing),
  openDuringSetup(session.signOut, sendNothing),
  openDuringSetup(session.end, () => ({ params: { id: 'none' } }), noRow),
  openDuringSetup(secondFactor.list, sendNothing),
  openDuringSetup(secondFactor.beginTotp, () => ({ body: passwordProof })),
  openDuringSetup(secondFactor.beginPasskey, () => ({ body: passwordProof })),
  openDuringSetup(secondFactor.addPasskey, () => ({ body: newPasskey }), 'WRONG_SECOND_STEP'),
  openDuringSetup(secondFactor.confirmTotp, () => ({ params: { id: missingId }, body: { code: '000000' } }), noRow),
  openDuringSetup(secondFactor.rename, ({ name }) => ({ params: { id: missingId }, body: { name } }), noRow),
  openDuringSetup(secondFactor.remove, () => ({ params: { id: missingId }, body: passwordProof }), noRow),
  openDuringSetup(secondFactor.renewRecoveryCodes, () => ({ body: passwordProof }), noRow),
  openDuringSetup(session.changePassword, () => ({
    body: { ...passwordProof, password: newPassword, confirmPassword: newPassword },
  })),
];
