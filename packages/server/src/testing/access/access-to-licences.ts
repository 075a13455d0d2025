import { activation } from '@basics/contract/licenses/activation.ts';
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
  createFilterRequest,
  createIdRequest,
  createEmptyRequest,
  openToEverybody,
  openToSignedIn,
  openToStaff,
} from './access-row.ts';
import type { AccessRow, Request } from './access-row.ts';

const createUserRow = createRecordRow('user');
const createHelpRequestRow = createRecordRow('helpRequest');
const licenceParams: Request = ({ id }) => ({ params: { id, licenseId: missingId } });
const reason = 'tried';
/** The return code of a licence that the portal has not issued. */
const unknownReturn = writeReturnCode({ toolId: 7, licenceId: '0'.repeat(16), returnedAt: 0 }, nodePrimitives);
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
  createUserRow(licenses.get, licenceParams, outcomesOwnOrInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode)),
  createUserRow(
    licenses.renew,
    licenceParams,
    outcomesOwnOrInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
  openToStaff(licenses.renewMany, () => ({ body: [missingId] }), 'notFound'),
  openToStaff(bulkLicenses.changeMany, () => ({ body: { ids: [missingId], change: 'renew' } }), 'notFound'),
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
  openToStaff(renewals.renewalWeeks, createEmptyRequest),
  openToStaff(renewals.remindOwners, () => ({ body: { ids: [missingId], until: '2099-01-01' } }), 'notFound'),
  createUserRow(
    renewals.sendPack,
    ({ id }) => ({ params: { id }, body: { preview: true } }),
    outcomesInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
  createUserRow(licenses.send, licenceParams, outcomesOwnOrInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode)),
  createUserRow(
    licenses.setInstalled,
    ({ id }) => ({ params: { id, licenseId: missingId }, body: { isInstalled: true } }),
    outcomesOwnOrInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
  openToEverybody(activation.requestActivation, ({ name }) => ({
    body: { verificationCode: createCode(createMachine(name)) },
  })),
  openToEverybody(activation.pollActivation, () => ({ body: { device_code: 'none' } }), 'EXPIRED_TOKEN'),
  openToSignedIn(activation.findActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  openToSignedIn(activation.confirmActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  openToSignedIn(activation.denyActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  createUserRow(
    licenses.download,
    licenceParams,
    outcomesOwnOrInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
];

export const licenceAdminCalls: AccessRow[] = [
  openToStaff(licenseAdmin.search, createFilterRequest),
  openToStaff(licenseAdmin.export, createFilterRequest),
  openToSignedIn(licenseAdmin.giveBack, () => ({ body: { returnCode: unknownReturn } }), 'RETURN_NOT_FOUND'),
  openToSignedIn(watchList.lostMachines, createEmptyRequest),
  createUserRow(
    watchList.reportLost,
    ({ id }) => ({ params: { id, machineId: missingId }, body: { reason } }),
    outcomesOwnOrInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
  createUserRow(
    watchList.liftLost,
    ({ id }) => ({ params: { id, machineId: missingId } }),
    outcomesInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
  createUserRow(licenseAdmin.machines, createIdRequest, outcomesOwnOrInScope('yes', 'yes', userNotFoundCode)),
  createUserRow(
    licenseAdmin.release,
    ({ id }) => ({ params: { id, machineId: missingId }, body: {} }),
    outcomesOwnOrInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode),
  ),
  createUserRow(
    licenseAdmin.revoke,
    ({ id }) => ({ params: { id, licenseId: missingId }, body: { reason } }),
    outcomesInScope('OWN_ACCOUNT', rowNotFoundCode, userNotFoundCode),
  ),
  openToSignedIn(licenseAdmin.overview, () => ({ params: { licenseId: missingId } }), rowNotFoundCode),
  openToStaff(licenseAdmin.get, () => ({ params: { licenseId: missingId } }), rowNotFoundCode),
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
