import { helpRequests } from '@basics/contract/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { tools } from '@basics/contract/tools.ts';
import { codeOf, machine } from '#server/testing/machine.ts';
import {
  about,
  inScope,
  noRow,
  noUser,
  nowhere,
  ownOrInScope,
  sendFilter,
  sendId,
  sendNothing,
  signedIn,
  staff,
} from './access-row.ts';
import type { AccessRow, Request } from './access-row.ts';

const aboutUser = about('user');
const aboutHelpRequest = about('helpRequest');
const aLicence: Request = ({ id }) => ({ params: { id, licenseId: nowhere } });
const reason = 'tried';

export const licenceCalls: AccessRow[] = [
  signedIn(tools.configTools, sendNothing),
  aboutUser(tools.licensable, sendId, ownOrInScope('yes', 'yes', noUser)),
  aboutUser(
    licenses.issue,
    ({ id, name }) => ({ params: { id }, body: { verificationCode: codeOf(machine(name)), preview: true } }),
    ownOrInScope('yes', 'yes', noUser),
  ),
  aboutUser(licenses.list, sendId, ownOrInScope('yes', 'yes', noUser)),
  aboutUser(licenses.get, aLicence, ownOrInScope(noRow, noRow, noUser)),
  aboutUser(licenses.send, aLicence, ownOrInScope(noRow, noRow, noUser)),
  aboutUser(licenses.download, aLicence, ownOrInScope(noRow, noRow, noUser)),
];

export const licenceAdminCalls: AccessRow[] = [
  staff(licenseAdmin.search, sendFilter),
  staff(licenseAdmin.export, sendFilter),
  aboutUser(licenseAdmin.machines, sendId, ownOrInScope('yes', 'yes', noUser)),
  aboutUser(
    licenseAdmin.release,
    ({ id }) => ({ params: { id, machineId: nowhere }, body: {} }),
    ownOrInScope(noRow, noRow, noUser),
  ),
  aboutUser(
    licenseAdmin.revoke,
    ({ id }) => ({ params: { id, licenseId: nowhere }, body: { reason } }),
    inScope('OWN_ACCOUNT', noRow, noUser),
  ),
  staff(licenseAdmin.get, () => ({ params: { licenseId: nowhere } }), noRow),
];

export const helpRequestCalls: AccessRow[] = [
  staff(helpRequests.search, sendFilter),
  staff(helpRequests.export, sendFilter),
  aboutUser(helpRequests.listOf, sendId, ownOrInScope('yes', 'yes', noUser)),
  aboutUser(
    helpRequests.ask,
    ({ id }) => ({ params: { id }, body: { verificationCode: 'no code' } }),
    ownOrInScope('yes', 'NOT_PERMITTED', noUser),
  ),
  aboutUser(
    helpRequests.withdraw,
    ({ id }) => ({ params: { id, helpRequestId: nowhere } }),
    ownOrInScope(noRow, 'NOT_PERMITTED', noUser),
  ),
  aboutHelpRequest(helpRequests.get, sendId, inScope('yes', 'yes', noRow)),
  aboutHelpRequest(
    helpRequests.answer,
    ({ id }) => ({ params: { id }, body: { answer: 'reply', words: 'tried' } }),
    inScope('OWN_ACCOUNT', 'yes', noRow),
  ),
];
