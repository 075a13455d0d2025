import type { Access } from '@basics/contract/permissions.ts';
import type { ComponentType } from 'react';
import { shell } from '#portal/messages/en/shell.ts';

/** Where a page lies: among the signed-in pages with header and menu, or alone beside the brand. */
export type LayoutName = 'shell' | 'public';

export type RouteRow = {
  /** As the router writes it: `$userId` stands for anything. */
  path: `/${string}`;
  /** Who may enter. */
  needs: Access;
  /** Absent as long as the screen is not built: whoever may enter is then told that there is no such page. */
  screen?: { layout: LayoutName; load: () => Promise<ComponentType> };
  /** An entry of the menu, for whoever may enter and has `needs`. */
  menu?: { label: string; needs?: Access };
};

const { items } = shell;

/** Every route of the portal, once: the router, the redirect rules and the menu (in this order) read it. */
export const routeTable: readonly RouteRow[] = [
  {
    path: '/',
    needs: 'session',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/home/home-page.tsx')).HomePage },
  },
  {
    path: '/license/verify',
    needs: 'session',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/licenses/verify-license-page.tsx')).VerifyLicensePage,
    },
    menu: { label: items.verify, needs: { any: ['license.menu'] } },
  },
  {
    path: '/account',
    needs: { any: ['account.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('./compositions/account-page.tsx')).ComposedAccountPage,
    },
    menu: { label: items.account },
  },
  {
    path: '/users',
    needs: { any: ['users.view'] },
    screen: { layout: 'shell', load: async () => (await import('#portal/features/users/users-page.tsx')).UsersPage },
    menu: { label: items.users },
  },
  {
    path: '/users/create',
    needs: { any: ['users.create'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/users/create-user-page.tsx')).CreateUserPage,
    },
  },
  {
    path: '/users/$userId/create',
    needs: { any: ['requests.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/users/approve-request-page.tsx')).ApproveRequestPage,
    },
  },
  {
    path: '/users/$userId/edit',
    needs: { any: ['users.edit'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('./compositions/edit-user-page.tsx')).ComposedEditUserPage,
    },
  },
  {
    path: '/requests',
    needs: { any: ['requests.view'] },
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/requests/requests-page.tsx')).RequestsPage,
    },
    menu: { label: items.requests },
  },
  {
    path: '/country-salesman',
    needs: { any: ['countrySalesman.view'] },
    screen: {
      layout: 'shell',
      load: async () =>
        (await import('#portal/features/country-salesmen/country-salesman-page.tsx')).CountrySalesmanPage,
    },
    menu: { label: items.countrySalesman },
  },
  {
    path: '/admin/release-notes',
    needs: { any: ['releaseNotes.view'] },
    menu: { label: items.releaseNotes },
  },
  { path: '/admin/release-notes/create', needs: { any: ['releaseNotes.create'] } },
  { path: '/admin/release-notes/$releaseId', needs: { any: ['releaseNotes.viewSingle'] } },
  { path: '/admin/release-notes/$releaseId/edit', needs: { any: ['releaseNotes.edit'] } },
  // Not among the specified routes: the two screens that the portal adds for administrators (docs/decisions/0034).
  {
    path: '/admin/mail',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/mail/mail-page.tsx')).MailPage },
    menu: { label: items.outbox },
  },
  {
    path: '/admin/audit',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/audit/audit-page.tsx')).AuditPage },
    menu: { label: items.audit },
  },

  {
    path: '/sign-in',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/sign-in-page.tsx')).SignInPage,
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
      load: async () => (await import('#portal/features/session/forgot-password-page.tsx')).ForgotPasswordPage,
    },
  },
  {
    path: '/password/reset',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/reset-password-page.tsx')).ResetPasswordPage,
    },
  },
  {
    path: '/activation',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/reset-password-page.tsx')).ActivationPage,
    },
  },
  {
    path: '/auth/temp',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/session/handoff-page.tsx')).HandoffPage,
    },
  },
  { path: '/release-notes', needs: 'public' },
  { path: '/release-notes/$releaseId', needs: 'public' },
  {
    path: '/register',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('./compositions/register-page.tsx')).ComposedRegisterPage,
    },
  },
  {
    path: '/register/confirm',
    needs: 'public',
    screen: {
      layout: 'public',
      load: async () => (await import('#portal/features/registration/confirm-address-page.tsx')).ConfirmAddressPage,
    },
  },
];
