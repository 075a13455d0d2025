import { absenceCalls } from '@basics/contract/users/absences.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { bulkRequests, bulkUsers } from '@basics/contract/calls/bulk.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { home } from '@basics/contract/home/home.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { savedViews } from '@basics/contract/saved-views/saved-views.ts';
import { userPresence } from '@basics/contract/users/presence.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { passwordLink, users } from '@basics/contract/users/users.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { viewers } from '@basics/contract/users/viewers.ts';
import { password } from '#server/testing/portal.ts';
import { createUserBody, createApprovalBody } from '#server/testing/records/staff.ts';
import {
  createRecordRow,
  openDuringSetup,
  openToEverybody,
  outcomesInScope,
  rowNotFoundCode,
  userNotFoundCode,
  missingId,
  outcomesOwnOrInScope,
  createCountRequest,
  createFilterRequest,
  openToAdministrators,
  createIdRequest,
  createIdsRequest,
  createEmptyRequest,
  openToSignedIn,
  openToStaff,
} from './access-row.ts';
import type { AccessRow, Request } from './access-row.ts';

const createUserRow = createRecordRow('user');
const createRequestRow = createRecordRow('request');
const createDeletedRow = createRecordRow('deletedRequest');
const createAddress = (name: string): string => `${name}@attempt.example`;
const reason = 'tried';
const actParams: Request = () => ({ params: { actId: missingId } });
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
  openToEverybody(registration.countries, createEmptyRequest),
  openToEverybody(registration.configTool, () => ({ query: { userEmail: 'x' } })),
];

/** The calls that open a session, whose body decides which user the caller becomes. */
export const signInCalls: AccessRow[] = [
  openToEverybody(session.signIn, ({ name }) => ({ body: { login: name, password: 'wrong' } }), 'WRONG_CREDENTIALS'),
  openToEverybody(session.passkeyOptions, createEmptyRequest),
  openToEverybody(session.signInByPasskey, () => ({ body: passkey }), 'WRONG_SECOND_STEP'),
  openToEverybody(session.startWorkSignIn, () => ({ body: {} }), 'PAGE_NOT_FOUND'),
  openToEverybody(session.humanVerification, createEmptyRequest),
  openToEverybody(session.forgotPassword, ({ name }) => ({ body: { email: createAddress(name) } })),
  openToEverybody(session.checkLink, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  openToEverybody(
    session.openLink,
    ({ name }) => ({ body: { email: createAddress(name), code: 'K7QF-2M9X' } }),
    'LINK_CODE_NOT_VALID',
  ),
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
  openDuringSetup(users.current, createEmptyRequest),
  openToSignedIn(users.preferences, createEmptyRequest),
  openToSignedIn(savedViews.list, createEmptyRequest),
  openToSignedIn(savedViews.save, ({ name }) => ({ body: { list: '/users', name, query: 'status=active' } })),
  openToAdministrators(savedViews.share, ({ name }) => ({ body: { list: '/users', name, query: 'status=active' } })),
  openToStaff(users.search, createFilterRequest),
  openToStaff(selections.users, createFilterRequest),
  openToStaff(listCounts.users, createCountRequest),
  openToStaff(users.export, createFilterRequest),
  openToStaff(users.options, createEmptyRequest),
  openToStaff(home.figures, createEmptyRequest),
  openToStaff(staffInbox.inbox, createEmptyRequest),
  openToStaff(staffInbox.counts, createEmptyRequest),
  openToStaff(users.create, ({ name }) => ({
    body: createUserBody({ login: createAddress(name), email: createAddress(name) }),
  })),
  openToStaff(users.crm, createFilterRequest),
  openToStaff(users.companies, () => ({ body: { keyword: 'Nord' } })),
  createUserRow(users.get, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(users.history, createIdRequest, outcomesInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(timeline.timeline, createIdRequest, outcomesInScope('yes', 'yes', userNotFoundCode)),
  openToStaff(notes.searchFollowUps, createFilterRequest),
  createUserRow(notes.listNotes, createIdRequest, outcomesInScope('NOT_PERMITTED', 'yes', userNotFoundCode)),
  createUserRow(notes.assignees, createIdRequest, outcomesInScope('NOT_PERMITTED', 'yes', userNotFoundCode)),
  createUserRow(
    notes.createNote,
    ({ id }) => ({ params: { id }, body: { text: 'Calls back.' } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', userNotFoundCode),
  ),
  createUserRow(
    notes.changeNote,
    ({ id }) => ({ params: { id, noteId: missingId }, body: { isPinned: true } }),
    outcomesInScope('OWN_ACCOUNT', rowNotFoundCode, userNotFoundCode),
  ),
  createUserRow(
    notes.removeNote,
    ({ id }) => ({ params: { id, noteId: missingId } }),
    outcomesInScope('OWN_ACCOUNT', rowNotFoundCode, userNotFoundCode),
  ),
  createUserRow(viewers.viewers, createIdRequest, {
    administrator: ['yes', 'yes', 'yes', userNotFoundCode],
    salesman: 'NOT_PERMITTED',
  }),
  createUserRow(permissionOverrideCalls.listOverrides, createIdRequest, {
    administrator: ['yes', 'yes', 'yes', userNotFoundCode],
    salesman: 'NOT_PERMITTED',
  }),
  createUserRow(
    permissionOverrideCalls.grantOverride,
    ({ id }) => ({ params: { id, permission: 'releaseNotes.edit' }, body: { until: '2026-03-20', reason } }),
    { administrator: ['OWN_ACCOUNT', 'yes', 'yes', userNotFoundCode], salesman: 'NOT_PERMITTED' },
  ),
  createUserRow(
    permissionOverrideCalls.endOverride,
    ({ id }) => ({ params: { id, permission: 'releaseNotes.edit' } }),
    { administrator: [rowNotFoundCode, rowNotFoundCode, rowNotFoundCode, userNotFoundCode], salesman: 'NOT_PERMITTED' },
  ),
  createUserRow(userPresence.reportPresence, createIdRequest, outcomesInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(absenceCalls.readAbsence, createIdRequest, outcomesInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(
    absenceCalls.endAbsence,
    createIdRequest,
    outcomesInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
  createUserRow(
    absenceCalls.setAbsence,
    ({ id, colleague }) => ({
      params: { id },
      body: { deputyId: colleague, from: '2026-03-12', until: '2026-03-14', namedAt: null },
    }),
    { administrator: userNotFoundCode, salesman: ['yes', userNotFoundCode, userNotFoundCode, userNotFoundCode] },
  ),
  createUserRow(viewAs.viewAs, createIdRequest, {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', userNotFoundCode],
    salesman: 'NOT_PERMITTED',
  }),
  createUserRow(users.personalData, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(
    users.update,
    ({ id, version, name }) => ({ params: { id }, body: { version, phone: name } }),
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  createUserRow(
    users.changeLogin,
    ({ id, name }) => ({ params: { id }, body: { login: createAddress(name), currentPassword: password } }),
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  createUserRow(
    users.suspend,
    ({ id, version }) => ({ params: { id }, body: { version, reason } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', userNotFoundCode),
  ),
  createUserRow(
    users.reinstate,
    ({ id, version }) => ({ params: { id }, body: { version } }),
    outcomesInScope('NOT_SUSPENDED', 'yes', userNotFoundCode),
  ),
  createUserRow(users.invite, createIdRequest, outcomesInScope('HAS_PASSWORD', 'yes', userNotFoundCode)),
  createUserRow(
    bulkUsers.changeMany,
    ({ id }) => ({ body: { ids: [id], change: 'brand', brand: 'red', preview: true } }),
    { administrator: ['yes', 'yes', 'yes', 'notFound'], salesman: ['refused', 'yes', 'notFound', 'notFound'] },
  ),
  createUserRow(users.remove, createIdRequest, {
    administrator: ['OWN_ACCOUNT', 'yes', 'yes', userNotFoundCode],
    salesman: 'NOT_PERMITTED',
  }),
  createUserRow(bulkUsers.previewDeletion, createIdsRequest, {
    administrator: ['refused', 'yes', 'yes', 'notFound'],
    salesman: ['refused', 'refused', 'notFound', 'notFound'],
  }),
  createUserRow(users.removeMany, createIdsRequest, {
    administrator: ['refused', 'deleted', 'deleted', 'notFound'],
    salesman: ['refused', 'refused', 'notFound', 'notFound'],
  }),
  openToStaff(deletedUsers.listDeleted, createEmptyRequest),
  createDeletedRow(
    deletedUsers.restoreDeleted,
    createIdRequest,
    outcomesInScope(userNotFoundCode, 'yes', userNotFoundCode),
  ),
  createDeletedRow(
    deletedUsers.removeDeleted,
    createIdRequest,
    outcomesInScope(userNotFoundCode, 'yes', userNotFoundCode),
  ),
  createUserRow(
    passwordLink.sendPasswordLink,
    createIdRequest,
    outcomesInScope('OWN_ACCOUNT', 'yes', userNotFoundCode),
  ),
  createUserRow(
    secondFactor.reset,
    ({ id }) => ({ params: { id }, body: { reason, ...passwordProof } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', userNotFoundCode),
  ),
];

export const requestCalls: AccessRow[] = [
  openToStaff(requests.options, createEmptyRequest),
  openToStaff(requests.search, createFilterRequest),
  openToStaff(selections.requests, createFilterRequest),
  openToStaff(listCounts.requests, createCountRequest),
  openToStaff(requests.export, createFilterRequest),
  createRequestRow(requests.get, createIdRequest, outcomesInScope(userNotFoundCode, 'yes', userNotFoundCode)),
  createRequestRow(evidence.evidence, createIdRequest, outcomesInScope(userNotFoundCode, 'yes', userNotFoundCode)),
  createRequestRow(
    bulkRequests.decideMany,
    ({ id }) => ({ body: { ids: [id], decision: 'reject', reason, preview: true } }),
    { administrator: ['notFound', 'yes', 'yes', 'notFound'], salesman: ['notFound', 'yes', 'notFound', 'notFound'] },
  ),
  createRequestRow(
    requests.approve,
    ({ id, version }) => ({ params: { id }, body: createApprovalBody(version) }),
    outcomesInScope(userNotFoundCode, 'yes', userNotFoundCode),
  ),
  createRequestRow(
    requests.reject,
    ({ id }) => ({ params: { id }, body: { id, reason } }),
    outcomesInScope(userNotFoundCode, 'yes', userNotFoundCode),
  ),
  createRequestRow(
    requests.reopen,
    createIdRequest,
    outcomesInScope(userNotFoundCode, 'REQUEST_OPEN', userNotFoundCode),
  ),
  createRequestRow(
    requests.withdrawInvitation,
    createIdRequest,
    outcomesInScope('ALREADY_ACTIVE', 'REQUEST_OPEN', userNotFoundCode),
  ),
  openToStaff(undo.undo, () => ({ params: { id: 'none' } }), 'UNDO_OVER'),
  openToStaff(massActs.list, createEmptyRequest),
  openToStaff(massActs.get, actParams, rowNotFoundCode),
  openToStaff(massActs.results, actParams, rowNotFoundCode),
  openToStaff(massActs.stop, actParams, rowNotFoundCode),
  openToStaff(massActs.undo, actParams, rowNotFoundCode),
];

/** The calls about the caller's own sessions and second factors, to which no scope applies. */
export const ownAccountCalls: AccessRow[] = [
  openDuringSetup(session.list, createEmptyRequest),
  openToSignedIn(viewAs.endViewAs, createEmptyRequest, rowNotFoundCode),
  openDuringSetup(session.handoff, () => ({ body: { path: '/account' } })),
  openDuringSetup(session.extend, createEmptyRequest),
  openDuringSetup(session.signOut, createEmptyRequest),
  openDuringSetup(session.end, () => ({ params: { id: 'none' } }), rowNotFoundCode),
  openDuringSetup(secondFactor.list, createEmptyRequest),
  openDuringSetup(secondFactor.beginTotp, () => ({ body: passwordProof })),
  openDuringSetup(secondFactor.beginPasskey, () => ({ body: passwordProof })),
  openDuringSetup(secondFactor.addPasskey, () => ({ body: newPasskey }), 'WRONG_SECOND_STEP'),
  openDuringSetup(
    secondFactor.confirmTotp,
    () => ({ params: { id: missingId }, body: { code: '000000' } }),
    rowNotFoundCode,
  ),
  openDuringSetup(secondFactor.rename, ({ name }) => ({ params: { id: missingId }, body: { name } }), rowNotFoundCode),
  openDuringSetup(secondFactor.remove, () => ({ params: { id: missingId }, body: passwordProof }), rowNotFoundCode),
  openDuringSetup(secondFactor.renewRecoveryCodes, () => ({ body: passwordProof }), rowNotFoundCode),
  openDuringSetup(session.changePassword, () => ({
    body: { ...passwordProof, password: newPassword, confirmPassword: newPassword },
  })),
];
