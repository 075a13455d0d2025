import { absenceCalls } from './absences.ts';
import { activation } from './activation.ts';
import { audit } from './audit.ts';
import { brands } from './brands.ts';
import { bulkLicenses, bulkReleaseNotes, bulkRequests, bulkUsers } from './bulk.ts';
import { countrySalesmen } from './country-salesmen.ts';
import { crm } from './crm.ts';
import type { Endpoint } from './endpoint.ts';
import { fleet } from './fleet.ts';
import { firstSteps } from './first-steps.ts';
import { handOver } from './hand-over.ts';
import { helpRequests } from './help-requests.ts';
import { home } from './home.ts';
import { staffInbox } from './inbox.ts';
import { imports, largeImports } from './imports.ts';
import { deletedUsers } from './deleted-users.ts';
import { joinAccountsCalls } from './join-accounts.ts';
import { legal } from './legal.ts';
import { licenseAdmin } from './license-admin.ts';
import { licenses } from './licenses.ts';
import { mail } from './mail.ts';
import { permissionOverrideCalls } from './permission-overrides.ts';
import { helpRequestPresence, userPresence } from './presence.ts';
import { passwordLink } from './password-link.ts';
import { policies } from './policies.ts';
import { reminderContacts } from './reminder-contacts.ts';
import { renewals } from './renewals.ts';
import { registration } from './registration.ts';
import { releaseNotes } from './release-notes.ts';
import { evidence } from './request-evidence.ts';
import { requests } from './requests.ts';
import { savedViews } from './saved-views.ts';
import { secondFactor } from './second-factor.ts';
import { session } from './session.ts';
import { status } from './status.ts';
import { timeline } from './timeline.ts';
import { tools } from './tools.ts';
import { undo } from './undo.ts';
import { users } from './users.ts';
import { viewAs } from './view-as.ts';
import { viewers } from './viewers.ts';
import { watchList } from './watch-list.ts';

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
