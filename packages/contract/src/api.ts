import { absenceCalls } from './users/absences.ts';
import { activation } from './licenses/activation.ts';
import { audit } from './audit/audit.ts';
import { brands } from './brands/brands.ts';
import { bulkLicenses, bulkReleaseNotes, bulkRequests, bulkUsers } from './calls/bulk.ts';
import { countrySalesmen } from './country-salesmen/country-salesmen.ts';
import { crm } from './crm/crm.ts';
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
import { legal } from './legal/legal.ts';
import { licenseAdmin } from './license-admin/license-admin.ts';
import { licenses } from './licenses/licenses.ts';
import { mail } from './mail/mail.ts';
import { permissionOverrideCalls } from './users/permission-overrides.ts';
import { helpRequestPresence, userPresence } from './users/presence.ts';
import { passwordLink, users } from './users/users.ts';
import { policies } from './policies/policies.ts';
import { reminderContacts } from './licenses/reminder-contacts.ts';
import { renewals } from './licenses/renewals.ts';
import { registration } from './registration/registration.ts';
import { releaseNotes } from './release-notes/release-notes.ts';
import { evidence } from './requests/request-evidence.ts';
import { requests } from './requests/requests.ts';
import { savedViews } from './saved-views/saved-views.ts';
import { secondFactor } from './second-factor/second-factor.ts';
import { session } from './session/session.ts';
import { status } from './status/status.ts';
import { timeline } from './users/timeline.ts';
import { tools } from './tools/tools.ts';
import { undo } from './undo/undo.ts';
import { viewAs } from './session/view-as.ts';
import { viewers } from './users/viewers.ts';
import { watchList } from './license-admin/watch-list.ts';

/** All calls of the API, by feature. The access table, the OpenAPI document and the fuzz tests read this object. */
export const api = {
  session: { ...session, ...viewAs },
  secondFactor,
  registration,
  users: {
    ...users,
    ...timeline,
    ...viewers,
    ...permissionOverrideCalls,
    ...absenceCalls,
    ...userPresence,
    ...bulkUsers,
    ...deletedUsers,
    ...passwordLink,
  },
  requests: { ...requests, ...evidence, ...bulkRequests },
  countrySalesmen: { ...countrySalesmen, ...handOver },
  tools,
  policies,
  licenses: { ...licenses, ...activation, ...bulkLicenses, ...renewals, ...reminderContacts },
  licenseAdmin: { ...licenseAdmin, ...watchList, ...joinAccountsCalls },
  fleet,
  helpRequests: { ...helpRequests, ...helpRequestPresence },
  brands,
  releaseNotes: { ...releaseNotes, ...bulkReleaseNotes },
  legal,
  home: { ...home, ...staffInbox },
  firstSteps,
  savedViews,
  undo,
  status,
  mail,
  audit,
  crm,
  imports: { ...imports, ...largeImports },
} satisfies Record<string, Record<string, Endpoint>>;

export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((calls) => Object.values<Endpoint>(calls));
