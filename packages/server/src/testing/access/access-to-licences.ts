import { about, inScope, noRow, noUser, ownOrInScope, signedIn, staff } from './access-row.ts';
import type { AccessRow } from './access-row.ts';

export const licences: AccessRow[] = [
  signedIn('tools.configTools'),
  ...['tools.licensable', 'licenses.issue', 'licenses.list'].map((operation) =>
    about('user', operation, ownOrInScope('yes', 'yes', noUser)),
  ),
  ...['licenses.get', 'licenses.send', 'licenses.download'].map((operation) =>
    about('user', operation, ownOrInScope(noRow, noRow, noUser)),
  ),
];

export const licenceCare: AccessRow[] = [
  staff('licenseAdmin.search'),
  staff('licenseAdmin.export'),
  about('user', 'licenseAdmin.machines', ownOrInScope('yes', 'yes', noUser)),
  about('user', 'licenseAdmin.release', ownOrInScope(noRow, noRow, noUser)),
  about('user', 'licenseAdmin.revoke', inScope('OWN_ACCOUNT', noRow, noUser)),
  { ...staff('licenseAdmin.get'), administrator: noRow, salesman: noRow },
];

export const help: AccessRow[] = [
  staff('helpRequests.search'),
  staff('helpRequests.export'),
  about('user', 'helpRequests.listOf', ownOrInScope('yes', 'yes', noUser)),
  about('user', 'helpRequests.ask', ownOrInScope('yes', 'NOT_PERMITTED', noUser)),
  about('user', 'helpRequests.withdraw', ownOrInScope(noRow, 'NOT_PERMITTED', noUser)),
  about('helpRequest', 'helpRequests.get', inScope('yes', 'yes', noRow)),
  about('helpRequest', 'helpRequests.answer', inScope('OWN_ACCOUNT', 'yes', noRow)),
];
