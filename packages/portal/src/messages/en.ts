import { accountRecovery } from './en/account-recovery.ts';
import { account } from './en/account.ts';
import { agents } from './en/agents.ts';
import { activation } from './en/activation.ts';
import { bulk } from './en/bulk.ts';
import { calendar } from './en/calendar.ts';
import { changeLogin } from './en/change-login.ts';
import { codeFile } from './en/code-file.ts';
import { audit } from './en/audit.ts';
import { auditActions, auditKinds } from './en/audit-actions.ts';
import { brands } from './en/brands.ts';
import { companies } from './en/companies.ts';
import { countrySalesmen } from './en/country-salesmen.ts';
import { crm } from './en/crm.ts';
import { customer } from './en/customer.ts';
import { dateField } from './en/date-field.ts';
import { deletedUsers } from './en/deleted-users.ts';
import { dictation } from './en/dictation.ts';
import { expiry } from './en/expiry.ts';
import { feedback } from './en/feedback.ts';
import { fetchedUser } from './en/fetched-user.ts';
import { firstSteps } from './en/first-steps.ts';
import { fleet } from './en/fleet.ts';
import { footer } from './en/footer.ts';
import { forms } from './en/forms.ts';
import { giveBack } from './en/give-back.ts';
import { handOverOffer } from './en/hand-over-offer.ts';
import { header } from './en/header.ts';
import { helpRequests } from './en/help-requests.ts';
import { home } from './en/home.ts';
import { humanCheck } from './en/human-check.ts';
import { licenceChecker } from './en/licence-checker.ts';
import { joinAccounts } from './en/join-accounts.ts';
import { legal } from './en/legal.ts';
import { licenseAdmin } from './en/license-admin.ts';
import { integrations } from './en/integrations.ts';
import { orders } from './en/orders.ts';
import { inbox } from './en/inbox.ts';
import { imports } from './en/imports.ts';
import { licenses } from './en/licenses.ts';
import { licenseKit } from './en/license-kit.ts';
import { licensePage } from './en/license-page.ts';
import { lists } from './en/lists.ts';
import { mail } from './en/mail.ts';
import { manual } from './en/manual.ts';
import { manyLicenses } from './en/many-licenses.ts';
import { ownSessions } from './en/own-sessions.ts';
import { palette } from './en/palette.ts';
import { passwords } from './en/passwords.ts';
import { people } from './en/people.ts';
import { personalData } from './en/personal-data.ts';
import { presence } from './en/presence.ts';
import { policies } from './en/policies.ts';
import { problem } from './en/problem.ts';
import { profileNames } from './en/profile-names.ts';
import { notFound } from './en/not-found.ts';
import { notes } from './en/notes.ts';
import { noteWriting } from './en/note-writing.ts';
import { registration } from './en/registration.ts';
import { releaseNotes } from './en/release-notes.ts';
import { renewSheet } from './en/renew-sheet.ts';
import { reminderContact } from './en/reminder-contact.ts';
import { stopReminders } from './en/stop-reminders.ts';
import { renewals } from './en/renewals.ts';
import { requests } from './en/requests.ts';
import { savedViews } from './en/saved-views.ts';
import { scan } from './en/scan.ts';
import { secondFactor } from './en/second-factor.ts';
import { secondStep } from './en/second-step.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { settings } from './en/settings.ts';
import { status } from './en/status.ts';
import { times } from './en/times.ts';
import { tools } from './en/tools.ts';
import { ui } from './en/ui.ts';
import { userHistory } from './en/user-history.ts';
import { userFields } from './en/user-fields.ts';
import { userStatus } from './en/user-status.ts';
import { user } from './en/user.ts';
import { users } from './en/users.ts';
import { administration } from './en/administration.ts';
import { absence } from './en/absence.ts';
import { linkCode } from './en/link-code.ts';
import { overrides } from './en/overrides.ts';
import { viewAs } from './en/view-as.ts';
import { viewers } from './en/viewers.ts';
import { watchList } from './en/watch-list.ts';

/**
 * All texts of the user interface. A page imports only its own part of these texts, so that it does not load the texts
 * of other pages.
 */
export const en = {
  accountRecovery,
  ui,
  lists,
  feedback,
  forms,
  notFound,
  shell,
  palette,
  header,
  fleet,
  footer,
  session,
  expiry,
  problem,
  secondStep,
  passwords,
  people,
  personalData,
  ownSessions,
  secondFactor,
  humanCheck,
  registration,
  licenses,
  licenseKit,
  licensePage,
  licenseAdmin,
  giveBack,
  helpRequests,
  licenceChecker,
  manyLicenses,
  account,
  profileNames,
  agents,
  activation,
  bulk,
  calendar,
  changeLogin,
  codeFile,
  home,
  integrations,
  orders,
  inbox,
  firstSteps,
  savedViews,
  scan,
  user,
  customer,
  dateField,
  deletedUsers,
  dictation,
  userFields,
  fetchedUser,
  userHistory,
  userStatus,
  handOverOffer,
  users,
  absence,
  administration,
  overrides,
  presence,
  reminderContact,
  stopReminders,
  renewals,
  renewSheet,
  viewAs,
  viewers,
  watchList,
  requests,
  companies,
  countrySalesmen,
  releaseNotes,
  notes,
  noteWriting,
  policies,
  times,
  tools,
  brands,
  joinAccounts,
  legal,
  mail,
  manual,
  audit,
  auditActions,
  auditKinds,
  settings,
  status,
  crm,
  imports,
  linkCode,
};
