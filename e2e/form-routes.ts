import type { Locator, Page } from '@playwright/test';

/** A route with a form, and the text that a test types into one of its fields. */
export type FormRoute = {
  path: string;
  locateField: (page: Page) => Locator;
  typedText: string;
  /** The button that opens the form, if the form is in a panel or in a table row. */
  locateOpenButton?: (page: Page) => Locator;
  /** The name of the button that sends the form; absent if the typed text is not enough to send it. */
  sendButtonName?: string;
};

const fieldNamed = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });
const buttonMatching = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first();

/** The forms of an administrator. */
export const administratorForms: readonly FormRoute[] = [
  { path: '/', locateField: fieldNamed('Verification code'), typedText: 'BV-240G01' },
  { path: '/license/verify', locateField: fieldNamed('Verification code'), typedText: 'BV-240G01' },
  { path: '/license/many', locateField: fieldNamed('Verification codes'), typedText: 'BV-240G01' },
  { path: '/account', locateField: fieldNamed(/^Phone/), typedText: '+44 20 1234' },
  { path: '/users/create', locateField: fieldNamed('First name'), typedText: 'Grace' },
  { path: '/users/20/edit', locateField: fieldNamed('First name'), typedText: 'Grace', sendButtonName: 'Save changes' },
  { path: '/admin/release-notes/create', locateField: fieldNamed('Title'), typedText: 'Basics 9' },
  {
    path: '/admin/policies',
    locateOpenButton: buttonMatching(/^Edit /),
    locateField: (page) => page.getByRole('main').getByRole('spinbutton', { name: 'PCs' }),
    typedText: '7',
    sendButtonName: 'Save',
  },
  {
    path: '/admin/tools?add=true',
    locateField: (page) => page.getByRole('textbox', { name: 'Name' }),
    typedText: 'Basics 9',
  },
  { path: '/admin/brands/create', locateField: fieldNamed('Name'), typedText: 'Basics Green' },
  { path: '/admin/brands/red', locateField: fieldNamed('Name'), typedText: 'Basics Crimson', sendButtonName: 'Save' },
  {
    path: '/admin/brands/red/legal/terms',
    locateField: fieldNamed(/^Text/),
    typedText: 'Be kind.',
    sendButtonName: 'Save',
  },
  {
    path: '/country-salesman',
    locateOpenButton: buttonMatching(/^Add assignment/),
    locateField: (page) => page.getByRole('table').getByRole('combobox', { name: 'Country' }),
    typedText: 'Norway',
  },
];

/** The forms of visitors. */
export const publicForms: readonly FormRoute[] = [
  { path: '/sign-in', locateField: fieldNamed('Login'), typedText: 'ada@example.com' },
  {
    path: '/password/forgot',
    locateField: fieldNamed('E-mail'),
    typedText: 'ada@example.com',
    sendButtonName: 'Send link',
  },
  { path: '/register', locateField: fieldNamed('First name'), typedText: 'Ada' },
  { path: '/licence-checker', locateField: fieldNamed(/^Licence code/), typedText: 'BL-240G01' },
];
