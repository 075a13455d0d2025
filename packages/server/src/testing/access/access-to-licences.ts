import { activation } from '@basics/contract/licenses/activation.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { helpRequestPresence } from '@basics/contract/users/presence.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { fleet } from '@basics/contract/fleet/fleet.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { writeReturnCode } from '@basics/licensing/return-code.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import {
  createRecordRow,
  outcomesInScope,
  rowNotFoundCode,
  userNotFoundCode,
  missingId,
  outcomesOwnOrInScope,
  createCountRequest,
  createFilterRequest,
  createIdRequest,
  createEmptyRequest,
  openToEverybody,
  openToSignedIn,
  openToStaff,
} from './access-row.ts';
import type { AccessRow, Request, Subject } from './access-row.ts';

const createUserRow = createRecordRow('user');
const createLicenseRow = createRecordRow('license');
const createHelpRequestRow = createRecordRow('helpRequest');
const licenceParams: Request = ({ id, licenseId }) => ({ params: { id, licenseId } });
const machineParams: Request = ({ id, machineId }) => ({ params: { id, machineId } });
const reason = 'tried';
const createReturnCode = ({ licenceUid }: Subject) =>
  writeReturnCode({ toolId: 7, licenceId: licenceUid, returnedAt: 0 }, nodePrimitives);
const noUserCode = { userCode: 'none' };

export const licenceCalls: AccessRow[] = [
  openToSignedIn(tools.configTools, createEmptyRequest),
  createUserRow(tools.licensable, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(
    licenses.issue,
    ({ id, name }) => ({ params: { id }, body: { verificationCode: createCode(createMachine(name)), preview: true } }),
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  createUserRow(licenses.list, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(licenses.entitlements, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  openToSignedIn(licenses.calendar, createEmptyRequest),
  openToSignedIn(licenses.createCalendar, createEmptyRequest),
  openToSignedIn(licenses.endCalendar, createEmptyRequest),
  createLicenseRow(licenses.get, licenceParams, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createLicenseRow(licenses.renew, licenceParams, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createLicenseRow(
    licenses.renewMany,
    ({ licenseId }) => ({ body: [licenseId] }),
    outcomesInScope('renewed', 'renewed', 'notFound'),
  ),
  createLicenseRow(
    bulkLicenses.changeMany,
    ({ licenseId }) => ({ body: { ids: [licenseId], change: 'renew' } }),
    outcomesInScope('yes', 'yes', 'notFound'),
  ),
  createUserRow(
    reminderContacts.reminderContact,
    createIdRequest,
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  createUserRow(
    reminderContacts.setReminderContact,
    ({ id }) => ({ params: { id }, body: { address: null } }),
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  openToEverybody(reminderContacts.stopReminders, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  createUserRow(
    joinAccountsCalls.previewJoin,
    ({ id }) => ({ params: { id }, body: { login: 'nobody@customer.example' } }),
    { administrator: ['OWN_ACCOUNT', 'INVALID', 'INVALID', userNotFoundCode], salesman: 'NOT_PERMITTED' },
  ),
  createUserRow(
    joinAccountsCalls.join,
    ({ id }) => ({ params: { id }, body: { login: 'nobody@customer.example', reason, digest: 'none' } }),
    { administrator: ['OWN_ACCOUNT', 'INVALID', 'INVALID', userNotFoundCode], salesman: 'NOT_PERMITTED' },
  ),
  openToStaff(fleet.versions, createEmptyRequest),
  openToStaff(
    fleet.sendNote,
    () => ({ body: { releaseId: missingId, tool: 'basics', versions: ['1.0.1'], preview: true } }),
    'RESULTS_NOT_FOUND',
  ),
  openToStaff(fleet.mailing, () => ({ params: { mailingId: missingId } }), 'RESULTS_NOT_FOUND'),
  openToStaff(fleet.stopMailing, () => ({ params: { mailingId: missingId } }), 'RESULTS_NOT_FOUND'),
  openToStaff(renewals.renewalMonths, createEmptyRequest),
  openToStaff(renewals.renewalStates, createEmptyRequest),
  openToStaff(renewals.renewalWeeks, createEmptyRequest),
  createLicenseRow(
    renewals.remindOwners,
    ({ id }) => ({ body: { ids: [id], until: '2099-01-01' } }),
    outcomesInScope('yes', 'yes', 'notFound'),
  ),
  createLicenseRow(
    renewals.sendPack,
    ({ id }) => ({ params: { id }, body: { preview: true } }),
    outcomesInScope('yes', 'yes', userNotFoundCode),
  ),
  createLicenseRow(licenses.send, licenceParams, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createLicenseRow(
    licenses.setInstalled,
    (subject) => ({ ...licenceParams(subject), body: { isInstalled: true } }),
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  openToEverybody(activation.requestActivation, ({ name }) => ({
    body: { verificationCode: createCode(createMachine(name)) },
  })),
  openToEverybody(activation.pollActivation, () => ({ body: { device_code: 'none' } }), 'EXPIRED_TOKEN'),
  openToSignedIn(activation.findActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  openToSignedIn(activation.confirmActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  openToSignedIn(activation.denyActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  createLicenseRow(licenses.download, licenceParams, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
];

export const licenceAdminCalls: AccessRow[] = [
  openToStaff(licenseAdmin.search, createFilterRequest),
  openToStaff(selections.licenses, createFilterRequest),
  openToStaff(listCounts.licenses, createCountRequest),
  openToStaff(licenseAdmin.export, createFilterRequest),
  createLicenseRow(
    licenseAdmin.giveBack,
    (subject) => ({ body: { returnCode: createReturnCode(subject) } }),
    outcomesOwnOrInScope('yes', 'yes', 'RETURN_NOT_FOUND'),
  ),
  openToSignedIn(watchList.lostMachines, createEmptyRequest),
  createLicenseRow(
    watchList.reportLost,
    (subject) => ({ ...machineParams(subject), body: { reason } }),
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  createLicenseRow(watchList.liftLost, machineParams, outcomesInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(licenseAdmin.machines, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createLicenseRow(
    licenseAdmin.release,
    (subject) => ({ ...machineParams(subject), body: {} }),
    outcomesOwnOrInScope('yes', 'yes', userNotFoundCode),
  ),
  createLicenseRow(
    licenseAdmin.revoke,
    (subject) => ({ ...licenceParams(subject), body: { reason } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', userNotFoundCode),
  ),
  createLicenseRow(
    licenseAdmin.overview,
    ({ licenseId }) => ({ params: { licenseId } }),
    outcomesOwnOrInScope('yes', 'yes', rowNotFoundCode),
  ),
  createLicenseRow(
    licenseAdmin.get,
    ({ licenseId }) => ({ params: { licenseId } }),
    outcomesInScope('yes', 'yes', rowNotFoundCode),
  ),
];

export const helpRequestCalls: AccessRow[] = [
  openToStaff(helpRequests.search, createFilterRequest),
  openToStaff(helpRequests.export, createFilterRequest),
  createUserRow(helpRequests.listOf, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(
    helpRequests.ask,
    ({ id }) => ({ params: { id }, body: { verificationCode: 'no code' } }),
    outcomesOwnOrInScope('yes', 'NOT_PERMITTED', userNotFoundCode),
  ),
  createUserRow(
    helpRequests.withdraw,
    ({ id }) => ({ params: { id, helpRequestId: missingId } }),
    outcomesOwnOrInScope(rowNotFoundCode, 'NOT_PERMITTED', userNotFoundCode),
  ),
  createHelpRequestRow(helpRequests.get, createIdRequest, outcomesInScope('yes', 'yes', rowNotFoundCode)),
  createHelpRequestRow(
    helpRequestPresence.reportPresence,
    createIdRequest,
    outcomesInScope('yes', 'yes', rowNotFoundCode),
  ),
  createHelpRequestRow(
    helpRequests.answer,
    ({ id }) => ({ params: { id }, body: { answer: 'reply', words: 'tried' } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', rowNotFoundCode),
  ),
];
