import { activation } from '@basics/contract/activation.ts';
import { bulkLicenses } from '@basics/contract/bulk.ts';
import { helpRequests } from '@basics/contract/help-requests.ts';
import { joinAccountsCalls } from '@basics/contract/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { fleet } from '@basics/contract/fleet.ts';
import { reminderContacts } from '@basics/contract/reminder-contacts.ts';
import { renewals } from '@basics/contract/renewals.ts';
import { tools } from '@basics/contract/tools.ts';
import { watchList } from '@basics/contract/watch-list.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { writeReturnCode } from '@basics/licensing/return-code.ts';
import { createCode, createMachine } from '#server/testing/machine.ts';
import {
  createRecordRow,
  outcomesInScope,
  noRow,
  noUser,
  missingId,
  outcomesOwnOrInScope,
  sendFilter,
  sendId,
  sendNothing,
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
  openToSignedIn(tools.configTools, sendNothing),
  createUserRow(tools.licensable, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  createUserRow(
    licenses.issue,
    ({ id, name }) => ({ params: { id }, body: { verificationCode: createCode(createMachine(name)), preview: true } }),
    outcomesOwnOrInScope('yes', 'yes', noUser),
  ),
  createUserRow(licenses.list, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  createUserRow(licenses.entitlements, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  openToSignedIn(licenses.calendar, sendNothing),
  openToSignedIn(licenses.createCalendar, sendNothing),
  openToSignedIn(licenses.endCalendar, sendNothing),
  createUserRow(licenses.get, licenceParams, outcomesOwnOrInScope(noRow, noRow, noUser)),
  createUserRow(licenses.renew, licenceParams, outcomesOwnOrInScope(noRow, noRow, noUser)),
  openToStaff(licenses.renewMany, () => ({ body: [missingId] }), 'notFound'),
  openToStaff(bulkLicenses.changeMany, () => ({ body: { ids: [missingId], change: 'renew' } }), 'notFound'),
  createUserRow(reminderContacts.reminderContact, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  createUserRow(
    reminderContacts.setReminderContact,
    ({ id }) => ({ params: { id }, body: { address: null } }),
    outcomesOwnOrInScope('yes', 'yes', noUser),
  ),
  openToEverybody(reminderContacts.stopReminders, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  createUserRow(
    joinAccountsCalls.previewJoin,
    ({ id }) => ({ params: { id }, body: { login: 'nobody@customer.example' } }),
    { administrator: ['OWN_ACCOUNT', 'INVALID', 'INVALID', noUser], salesman: 'NOT_PERMITTED' },
  ),
  createUserRow(
    joinAccountsCalls.join,
    ({ id }) => ({ params: { id }, body: { login: 'nobody@customer.example', reason, digest: 'none' } }),
    { administrator: ['OWN_ACCOUNT', 'INVALID', 'INVALID', noUser], salesman: 'NOT_PERMITTED' },
  ),
  openToStaff(fleet.versions, sendNothing),
  openToStaff(
    fleet.sendNote,
    () => ({ body: { releaseId: missingId, tool: 'basics', versions: ['1.0.1'], preview: true } }),
    'RESULTS_NOT_FOUND',
  ),
  openToStaff(renewals.renewalWeeks, sendNothing),
  openToStaff(renewals.remindOwners, () => ({ body: { ids: [missingId], until: '2099-01-01' } }), 'notFound'),
  createUserRow(
    renewals.sendPack,
    ({ id }) => ({ params: { id }, body: { preview: true } }),
    outcomesInScope(noRow, noRow, noUser),
  ),
  createUserRow(licenses.send, licenceParams, outcomesOwnOrInScope(noRow, noRow, noUser)),
  openToEverybody(activation.requestActivation, ({ name }) => ({
    body: { verificationCode: createCode(createMachine(name)) },
  })),
  openToEverybody(activation.pollActivation, () => ({ body: { device_code: 'none' } }), 'EXPIRED_TOKEN'),
  openToSignedIn(activation.findActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  openToSignedIn(activation.confirmActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  openToSignedIn(activation.denyActivation, () => ({ body: noUserCode }), 'ACTIVATION_NOT_FOUND'),
  createUserRow(licenses.download, licenceParams, outcomesOwnOrInScope(noRow, noRow, noUser)),
];

export const licenceAdminCalls: AccessRow[] = [
  openToStaff(licenseAdmin.search, sendFilter),
  openToStaff(licenseAdmin.export, sendFilter),
  openToSignedIn(licenseAdmin.giveBack, () => ({ body: { returnCode: unknownReturn } }), 'RETURN_NOT_FOUND'),
  openToSignedIn(watchList.lostMachines, sendNothing),
  createUserRow(
    watchList.reportLost,
    ({ id }) => ({ params: { id, machineId: missingId }, body: { reason } }),
    outcomesOwnOrInScope(noRow, noRow, noUser),
  ),
  createUserRow(
    watchList.liftLost,
    ({ id }) => ({ params: { id, machineId: missingId } }),
    outcomesInScope(noRow, noRow, noUser),
  ),
  createUserRow(licenseAdmin.machines, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  createUserRow(
    licenseAdmin.release,
    ({ id }) => ({ params: { id, machineId: missingId }, body: {} }),
    outcomesOwnOrInScope(noRow, noRow, noUser),
  ),
  createUserRow(
    licenseAdmin.revoke,
    ({ id }) => ({ params: { id, licenseId: missingId }, body: { reason } }),
    outcomesInScope('OWN_ACCOUNT', noRow, noUser),
  ),
  openToStaff(licenseAdmin.get, () => ({ params: { licenseId: missingId } }), noRow),
];

export const helpRequestCalls: AccessRow[] = [
  openToStaff(helpRequests.search, sendFilter),
  openToStaff(helpRequests.export, sendFilter),
  createUserRow(helpRequests.listOf, sendId, outcomesOwnOrInScope('yes', 'yes', noUser)),
  createUserRow(
    helpRequests.ask,
    ({ id }) => ({ params: { id }, body: { verificationCode: 'no code' } }),
    outcomesOwnOrInScope('yes', 'NOT_PERMITTED', noUser),
  ),
  createUserRow(
    helpRequests.withdraw,
    ({ id }) => ({ params: { id, helpRequestId: missingId } }),
    outcomesOwnOrInScope(noRow, 'NOT_PERMITTED', noUser),
  ),
  createHelpRequestRow(helpRequests.get, sendId, outcomesInScope('yes', 'yes', noRow)),
  createHelpRequestRow(
    helpRequests.answer,
    ({ id }) => ({ params: { id }, body: { answer: 'reply', words: 'tried' } }),
    outcomesInScope('OWN_ACCOUNT', 'yes', noRow),
  ),
];
