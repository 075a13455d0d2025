import { absenceCalls } from './users/absences.ts';
import { activation } from './licenses/activation.ts';
import { audit } from './audit/audit.ts';
import { brands } from './brands/brands.ts';
import { bulkLicenses, bulkReleaseNotes, bulkRequests, bulkUsers } from './calls/bulk.ts';
import { companies } from './companies/companies.ts';
import { companyAgents } from './companies/company-agents.ts';
import { companyNotes } from './companies/company-notes.ts';
import { companyPcs } from './companies/company-pcs.ts';
import { companyPeople } from './companies/company-people.ts';
import { countrySalesmen } from './country-salesmen/country-salesmen.ts';
import { crm } from './crm/crm.ts';
import { downloads } from './release-notes/downloads.ts';
import type { Endpoint } from './calls/endpoint.ts';
import { fleet } from './fleet/fleet.ts';
import { firstSteps } from './first-steps/first-steps.ts';
import { handOver } from './country-salesmen/hand-over.ts';
import { helpRequests } from './help-requests/help-requests.ts';
import { home } from './home/home.ts';
import { staffInbox } from './home/inbox.ts';
import { imports, largeImports } from './imports/imports.ts';
import { deletedUsers } from './users/deleted-users.ts';
import { joinAccountsCalls } from './license-admin/join-accounts.ts';
import { integrationEvents } from './integrations/events.ts';
import { changedRecords } from './integrations/changed-records.ts';
import { orders } from './integrations/orders.ts';
import { serviceAccounts } from './integrations/service-accounts.ts';
import { webhooks } from './integrations/webhooks.ts';
import { legal } from './legal/legal.ts';
import { licenseAdmin } from './license-admin/license-admin.ts';
import { licenses } from './licenses/licenses.ts';
import { mail } from './mail/mail.ts';
import { permissionOverrideCalls } from './users/permission-overrides.ts';
import { helpRequestPresence, userPresence } from './users/presence.ts';
import { notes } from './users/notes.ts';
import { massActs } from './mass-acts/mass-acts.ts';
import { selections } from './mass-acts/selections.ts';
import { passwordLink, users } from './users/users.ts';
import { policies } from './policies/policies.ts';
import { reminderContacts } from './licenses/reminder-contacts.ts';
import { renewals } from './licenses/renewals.ts';
import { registration } from './registration/registration.ts';
import { releaseNotes } from './release-notes/release-notes.ts';
import { evidence } from './requests/request-evidence.ts';
import { requests } from './requests/requests.ts';
import { listCounts } from './saved-views/list-counts.ts';
import { savedViews } from './saved-views/saved-views.ts';
import { secondFactor } from './second-factor/second-factor.ts';
import { session } from './session/session.ts';
import { status } from './status/status.ts';
import { timeline } from './users/timeline.ts';
import { tools } from './tools/tools.ts';
import { undo } from './undo/undo.ts';
import { viewAs } from './session/view-as.ts';
import { workAccounts } from './session/work-account.ts';
import { viewers } from './users/viewers.ts';
import { watchList } from './license-admin/watch-list.ts';

/** All calls of the API, by feature. The access table, the OpenAPI document and the fuzz tests read this object. */
export const api = {
  session: { ...session, ...viewAs },
  workAccounts,
  secondFactor,
  registration,
  users: {
    ...users,
    ...timeline,
    ...notes,
    ...viewers,
    ...permissionOverrideCalls,
    ...absenceCalls,
    ...userPresence,
    ...bulkUsers,
    ...deletedUsers,
    ...passwordLink,
  },
  massActs,
  selections,
  requests: { ...requests, ...evidence, ...bulkRequests },
  countrySalesmen: { ...countrySalesmen, ...handOver },
  companies: { ...companies, ...companyPeople, ...companyPcs, ...companyAgents, ...companyNotes },
  tools,
  policies,
  licenses: { ...licenses, ...activation, ...bulkLicenses, ...renewals, ...reminderContacts },
  licenseAdmin: { ...licenseAdmin, ...watchList, ...joinAccountsCalls },
  fleet,
  helpRequests: { ...helpRequests, ...helpRequestPresence },
  brands,
  releaseNotes: { ...releaseNotes, ...downloads, ...bulkReleaseNotes },
  legal,
  home: { ...home, ...staffInbox },
  firstSteps,
  listCounts,
  savedViews,
  undo,
  status,
  mail,
  audit,
  crm,
  imports: { ...imports, ...largeImports },
  integrations: { ...serviceAccounts, ...integrationEvents, ...changedRecords },
  orders,
  webhooks,
} satisfies Record<string, Record<string, Endpoint>>;

export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((calls) => Object.values<Endpoint>(calls));
