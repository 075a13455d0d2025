const customerPages = ['/', '/account', '/license/verify', '/license/many', '/activate'];

/** The addresses of the public pages, those of a customer, and those of an administrator, who has the most pages. */
export const pageAddresses: Readonly<Record<string, readonly string[]>> = {
  nobody: [
    '/sign-in',
    '/password/forgot',
    '/register',
    '/not-found',
    '/auth/temp',
    '/password/reset',
    '/release-notes',
    '/licence-checker',
    '/legal-notice',
  ],
  smallcustomer: customerPages,
  administrator: [
    ...customerPages,
    '/users',
    '/users/create',
    '/users/20/edit',
    '/requests',
    '/country-salesman',
    '/licenses',
    '/licenses/renewals',
    '/licenses/versions',
    '/help-requests',
    '/admin/release-notes',
    '/admin/policies',
    '/admin/tools',
    '/admin/brands',
    '/admin/import',
    '/admin/mail',
    '/admin/audit',
    '/status',
  ],
};
