import type { Page } from '@playwright/test';
import { pressButton } from './form-routes.ts';
import type { FormRoute } from './form-routes.ts';

const fieldInDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true });

const inDialog = (form: Omit<FormRoute, 'isReopened'>): FormRoute => ({ ...form, isReopened: true });

/** Forms of the own account. Passwords and codes are never stored. */
export const accountForms: readonly FormRoute[] = [
  {
    path: '/account',
    name: 'reminder contact',
    locateField: (page) => page.getByRole('region', { name: /reminder/i }).getByRole('textbox'),
    typedText: 'colleague@example.com',
    sendButtonName: 'Save contact',
  },
  inDialog({
    path: '/account',
    name: 'new login',
    openForm: pressButton('Change login'),
    locateField: fieldInDialog(/^New Login/),
    typedText: 'grace@example.com',
  }),
  inDialog({
    path: '/account',
    name: 'passkey',
    openForm: pressButton('Add a passkey'),
    locateField: fieldInDialog(/^Name/),
    typedText: 'Laptop',
  }),
  {
    ...inDialog({
      path: '/account',
      name: 'new password',
      openForm: pressButton('Change password'),
      locateField: (page) => page.getByLabel('Current password'),
      typedText: 'Basalt-Kettle-93',
    }),
    isSecret: true,
  },
  {
    path: '/activate',
    locateField: (page) => page.getByRole('main').getByRole('textbox'),
    typedText: 'BCDF',
    isSecret: true,
  },
];
