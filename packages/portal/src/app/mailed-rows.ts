import type { RouteRow } from './route-row.ts';

/** The routes that links in e-mails open and that the specification does not name (docs/decisions/0034). */
export const mailedRows: readonly RouteRow[] = [
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
      load: async () => (await import('#portal/features/licenses/stop-reminders-page.tsx')).StopRemindersPage,
    },
  },
];
