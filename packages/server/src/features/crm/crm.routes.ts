import { crm } from '@basics/contract/crm/crm.ts';
import { users } from '@basics/contract/users/users.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { exportCrmAccounts, lookUpCrmAccounts, putCrmAccount, type CrmSource } from './crm-accounts.ts';
import { searchAccounts } from './crm.repository.ts';

export function crmRoutes(router: Router, source: CrmSource): void {
  mount(router, users.crm, (call) => lookUpCrmAccounts({ ...call, ...source }, call.body));
  mount(router, crm.search, ({ db, body }) => searchAccounts(db, body));
  mount(router, crm.put, (call) => putCrmAccount(call, call.params.id, call.body));
  mount(router, crm.export, (call) => exportCrmAccounts(call, call.body));
}
