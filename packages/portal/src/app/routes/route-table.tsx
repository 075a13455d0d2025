import { shell } from '#portal/texts/shell.ts';
import { administrationRows } from './administration-rows.ts';
import type { RouteRow } from './route-row.ts';

export type { RouteRow } from './route-row.ts';

const { items } = shell;

/**
 * Every route of the portal. The router and the redirect rules read this table, and the menu shows its entries in this
 * order. `messages/en/palette.ts` has the words by which the palette finds each route.
 */
const rows = [
  {
    path: '/',
    needs: 'session',
    screen: { layout: 'shell', load: async () => (await import('../pages/home-page.tsx')).ComposedHomePage },
    menu: { label: items.home, letter: 'h' },
  },
  // This route is not in the specification: the own PCs (docs/decisions/0034).
  {
    path: '/pcs',
    needs: { any: ['license.generate'] },
    screen: { layout: 'shell', load: async () => (await import('../pages/pcs-page.tsx')).ComposedPcsPage },
    menu: { label: items.pcs, needs: { any: ['license.menu'] } },
  },
  // This route is not in the specification: all own licences (docs/decisions/0034).
  {
    path: '/pcs/licences',
    needs: { any: ['license.generate'] },
    menuPath: '/pcs',
    screen: {
      layout: 'shell',
      load: async () => (await import('../sections/own-licenses.tsx')).ComposedOwnLicensesPage,
    },
  },
  {
    path: '/license/verify',
    needs: 'session',
    menuPath: '/pcs',
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/verify-license-page.tsx')).ComposedVerifyLicensePage,
    },
  },
  // This route is not in the specification: a page that reads a code with the camera (docs/decisions/0034).
  {
    path: '/license/scan',
    needs: 'session',
    menuPath: '/pcs',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/licenses/scan/scan-code-page.tsx')).ScanCodePage,
    },
  },
  // This route is not in the specification: the page for several codes (docs/decisions/0034).
  {
    path: '/license/many',
    needs: { any: ['license.generate'] },
    menuPath: '/pcs',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/licenses/many/many-licenses-page.tsx')).ManyLicensesPage,
    },
  },
  // This route is not in the specification: the page of one licence (docs/decisions/0034).
  {
    path: '/license/$licenseId',
    needs: { any: ['license.generate'] },
    menuPath: '/pcs',
    screen: { layout: 'shell', load: async () => (await import('../pages/license-page.tsx')).ComposedLicensePage },
  },
  // This route is not in the specification: a PC with a network requests its licence (RFC 8628, docs/decisions/0034).
  {
    path: '/activate',
    needs: { any: ['license.generate'] },
    menuPath: '/pcs',
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/activate-page.tsx')).ComposedActivatePage,
    },
  },
  {
    path: '/account',
    needs: { any: ['account.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/account-page.tsx')).ComposedAccountPage,
    },
    menu: { label: items.account, letter: 'a' },
  },
  // This route is not in the specification: the part of My Account about security (docs/decisions/0034).
  {
    path: '/account/security',
    needs: { any: ['account.view'] },
    menuPath: '/account',
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/security-page.tsx')).ComposedSecurityPage,
    },
  },
  {
    path: '/users',
    needs: { any: ['users.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/users/list/users-page.tsx')).UsersPage,
    },
    menu: { label: items.users, letter: 'u' },
  },
  {
    path: '/users/create',
    needs: { any: ['users.create'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/users/write/create-user-page.tsx')).CreateUserPage,
    },
  },
  {
    path: '/users/$userId/create',
    needs: { any: ['requests.view'] },
    menuPath: '/requests',
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/approve-page.tsx')).ComposedApprovePage,
    },
  },
  // This route is not in the specification: all data about one customer on one page (docs/decisions/0034).
  {
    path: '/users/$userId',
    needs: { any: ['users.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/customer-page.tsx')).ComposedCustomerPage,
    },
  },
  {
    path: '/users/$userId/edit',
    needs: { any: ['users.edit'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/edit-user-page.tsx')).ComposedEditUserPage,
    },
  },
  // These routes are not in the specification: the companies for staff, and the own company of a user (docs/decisions/0034).
  {
    path: '/companies',
    needs: { any: ['users.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/companies/companies-page.tsx')).CompaniesPage,
    },
    menu: { label: items.companies, letter: 'c' },
  },
  {
    path: '/companies/$companyId',
    needs: { any: ['users.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('../sections/company-pages.tsx')).ComposedCompanyPage,
    },
  },
  {
    path: '/company',
    needs: { any: ['license.generate'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('../sections/company-pages.tsx')).ComposedOwnCompanyPage,
    },
    menu: { label: items.company, agentLabel: items.customers, isForMembers: true },
  },
  {
    path: '/company/join',
    needs: { any: ['license.generate'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/companies/join-company-page.tsx')).JoinCompanyPage,
    },
  },
  {
    path: '/licenses',
    needs: { any: ['users.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('../pages/licenses-page.tsx')).ComposedLicensesPage,
    },
    menu: { label: items.licenses, letter: 'l' },
  },
  // This route is not in the specification: the licences that expire soon, by week and customer (docs/decisions/0034).
  {
    path: '/licenses/renewals',
    needs: { any: ['users.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/license-admin/renew/renewals-page.tsx')).RenewalsPage,
    },
    menu: { label: items.renewals, letter: 'r' },
  },
  // This route is not in the specification: the versions of tools on the PCs of customers (docs/decisions/0034).
  {
    path: '/licenses/versions',
    needs: { any: ['users.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/fleet/fleet-page.tsx')).FleetPage,
    },
    menu: { label: items.versions, letter: 'v' },
  },
  {
    path: '/requests',
    needs: { any: ['requests.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/requests/requests-page.tsx')).RequestsPage,
    },
    menu: { label: items.requests, letter: 'p' },
  },
  {
    path: '/help-requests',
    needs: { any: ['requests.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/help-requests/help-requests-page.tsx')).HelpRequestsPage,
    },
    menu: { label: items.helpRequests, letter: 'q' },
  },
  {
    path: '/country-salesman',
    needs: { any: ['countrySalesman.view'] },
    screen: {
      layout: 'shell',
      load: async () =>
        (await import('#portal/features/country-salesmen/country-salesman-page.tsx')).CountrySalesmanPage,
    },
    menu: { label: items.countrySalesman, letter: 's' },
  },
  {
    path: '/admin/release-notes',
    needs: { any: ['releaseNotes.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/release-notes/all-notes-page.tsx')).AllNotesPage,
    },
    menu: { label: items.releaseNotes, letter: 'n' },
  },
  {
    path: '/admin/release-notes/create',
    needs: { any: ['releaseNotes.create'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/release-notes/write/create-note-page.tsx')).CreateNotePage,
    },
  },
  {
    path: '/admin/release-notes/$releaseId',
    needs: { any: ['releaseNotes.viewSingle'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/release-notes/note-page.tsx')).NotePage,
    },
  },
  {
    path: '/admin/release-notes/$releaseId/edit',
    needs: { any: ['releaseNotes.edit'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/release-notes/write/edit-note-page.tsx')).EditNotePage,
    },
  },
  // These routes are not in the specification: the screens that the portal adds for administrators (docs/decisions/0034).
  ...administrationRows,

  {
    path: '/sign-in',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/sign-in/sign-in-page.tsx')).SignInPage,
    },
  },
  {
    path: '/not-found',
    needs: 'public',
    screen: { layout: 'public', load: async () => (await import('./not-found-page.tsx')).NotFoundPage },
  },
  {
    path: '/password/forgot',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () =>
        (await import('#portal/features/session/passwords/forgot-password-page.tsx')).ForgotPasswordPage,
    },
  },
  {
    path: '/password/reset',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/passwords/reset-password-page.tsx')).ResetPasswordPage,
    },
  },
  {
    path: '/activation',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/passwords/reset-password-page.tsx')).ActivationPage,
    },
  },
  {
    path: '/auth/temp',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/sign-in/handoff-page.tsx')).HandoffPage,
    },
  },
  {
    path: '/release-notes',
    needs: 'public',
    screen: {
      layout: 'open',
      load: async () =>
        (await import('#portal/features/release-notes/published/release-notes-page.tsx')).ReleaseNotesPage,
    },
  },
  {
    path: '/release-notes/$releaseId',
    needs: 'public',
    screen: {
      layout: 'open',
      load: async () =>
        (await import('#portal/features/release-notes/published/release-notes-page.tsx')).ReleaseNotesPage,
    },
  },
  // This route is not in the specification: a page on which anyone can check a licence (docs/decisions/0034).
  {
    path: '/licence-checker',
    needs: 'public',
    screen: {
      layout: 'open',
      load: async () => (await import('#portal/features/licence-checker/licence-checker-page.tsx')).LicenceCheckerPage,
    },
  },
  {
    path: '/legal-notice',
    needs: 'public',
    screen: {
      layout: 'open',
      load: async () => (await import('#portal/features/legal/legal-page.tsx')).LegalNoticePage,
    },
  },
  {
    path: '/terms',
    needs: 'public',
    screen: { layout: 'open', load: async () => (await import('#portal/features/legal/legal-page.tsx')).TermsPage },
  },
  {
    path: '/legal-disclaimer',
    needs: 'public',
    screen: {
      layout: 'open',
      load: async () => (await import('#portal/features/legal/legal-page.tsx')).LegalDisclaimerPage,
    },
  },
  {
    path: '/register',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('../pages/register-page.tsx')).ComposedRegisterPage,
    },
  },
  // These routes are not in the specification: links in e-mails open them (docs/decisions/0034).
  {
    path: '/register/confirm',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/registration/confirm-address-page.tsx')).ConfirmAddressPage,
    },
  },
  {
    path: '/login/confirm',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/confirm-login-page.tsx')).ConfirmLoginPage,
    },
  },
  {
    path: '/reminders/stop',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/licenses/contacts/stop-reminders-page.tsx')).StopRemindersPage,
    },
  },
] as const satisfies readonly RouteRow[];

export const routeTable: readonly RouteRow[] = rows;

/** The path of a route. A type, so that the compiler finds a route that a table by path lacks. */
export type RoutePath = (typeof rows)[number]['path'];
