const customerPages = ['/', '/account', '/license/verify', '/license/scan', '/license/many', '/activate'];

/**
 * The addresses of the public pages, those of a customer, and those of an administrator, who has the most pages. Each route of the portal
 * has an address here (repo-checks/page-addresses.test.ts).
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
    // The oldest pending request of the demo.
    '/users/139/create',
    '/requests',
    '/country-salesman',
    '/country-salesman?view=coverage',
    '/licenses',
    '/licenses/renewals',
    '/licenses/versions',
    '/help-requests',
    '/admin/release-notes',
    '/admin/release-notes/create',
    '/admin/release-notes/9',
    '/admin/release-notes/9/edit',
    '/admin/policies',
    '/admin/tools',
    '/admin/brands',
    '/admin/brands/create',
    '/admin/brands/red',
    '/admin/brands/red/legal/terms',
    '/admin/crm',
    '/admin/import',
    '/admin/mail',
    '/admin/audit',
    '/status',
  ],
};
