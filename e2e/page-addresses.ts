import { administration } from '@basics/portal/messages/en/administration.ts';

const customerPages = [
  '/',
  '/account',
  '/account/security',
  '/pcs',
  '/pcs/licences',
  '/license/verify',
  '/license/scan',
  '/license/many',
  '/activate',
  '/company',
  '/company/join',
];

/**
 * The addresses of the public pages, of the pages of a customer, and of the pages of an administrator, who has the most pages. Each route
 * of the portal has an address in this list (repo-checks/page-addresses.test.ts).
 */
export const pageAddresses: Readonly<Record<string, readonly string[]>> = {
  nobody: [
    '/sign-in',
    '/password/forgot',
    '/password/reset',
    '/activation',
    '/register',
    // The pages of e-mailed links ask the user before they use the token, so an invented token is enough to show these pages.
    '/register/confirm#token=invented',
    '/login/confirm#token=invented',
    '/reminders/stop#token=invented',
    '/not-found',
    '/auth/temp',
    '/release-notes',
    '/release-notes/9',
    '/licence-checker',
    '/legal-notice',
    '/terms',
    '/legal-disclaimer',
  ],
  smallcustomer: customerPages,
  administrator: [
    ...customerPages,
    '/users',
    '/users/create',
    '/users/20',
    '/users/20/edit',
    // 139 is the id of the oldest pending request of the demo.
    '/users/139/create',
    '/companies',
    '/companies/1',
    '/requests',
    '/country-salesman',
    '/country-salesman?view=coverage',
    '/licenses',
    '/license/1',
    '/licenses/renewals',
    '/licenses/versions',
    '/help-requests',
    '/admin/release-notes',
    '/admin/release-notes/create',
    '/admin/release-notes/9',
    '/admin/release-notes/9/edit',
    '/settings',
    ...Object.keys(administration),
    '/admin/brands/create',
    '/admin/brands/red',
    '/admin/brands/red/legal/terms',
  ],
};
