import type { Locator, Page } from '@playwright/test';

/** A route with a form, and what is typed into one of its fields. */
export type FormRoute = {
  path: string;
  field: (page: Page) => Locator;
  text: string;
  /** The button that opens the form, if the form is in a panel or in a table row. */
  openButton?: (page: Page) => Locator;
  /** The name of the button that sends the form; absent if the typed text is not enough to send it. */
  sendButton?: string;
};

const field = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });
const button = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first();

/** The forms of an administrator. */
export const administratorForms: readonly FormRoute[] = [
  { path: '/', field: field('Verification code'), text: 'BV-240G01' },
  { path: '/license/verify', field: field('Verification code'), text: 'BV-240G01' },
  { path: '/license/many', field: field('Verification codes'), text: 'BV-240G01' },
  { path: '/account', field: field(/^Phone/), text: '+44 20 1234' },
  { path: '/users/create', field: field('First name'), text: 'Grace' },
  { path: '/users/20/edit', field: field('First name'), text: 'Grace', sendButton: 'Save changes' },
  { path: '/admin/release-notes/create', field: field('Title'), text: 'Basics 9' },
  {
    path: '/admin/policies',
    openButton: button(/^Edit /),
    field: (page) => page.getByRole('main').getByRole('spinbutton', { name: 'PCs' }),
    text: '7',
    sendButton: 'Save',
  },
  { path: '/admin/tools?add=true', field: (page) => page.getByRole('textbox', { name: 'Name' }), text: 'Basics 9' },
  { path: '/admin/brands/create', field: field('Name'), text: 'Basics Green' },
  { path: '/admin/brands/red', field: field('Name'), text: 'Basics Crimson', sendButton: 'Save' },
  { path: '/admin/brands/red/legal/terms', field: field(/^Text/), text: 'Be kind.', sendButton: 'Save' },
  {
    path: '/country-salesman',
    openButton: button(/^Add assignment/),
    field: (page) => page.getByRole('table').getByRole('combobox', { name: 'Country' }),
    text: 'Norway',
  },
];

/** The forms of visitors. */
export const publicForms: readonly FormRoute[] = [
  { path: '/sign-in', field: field('Login'), text: 'ada@example.com' },
  { path: '/password/forgot', field: field('E-mail'), text: 'ada@example.com', sendButton: 'Send link' },
  { path: '/register', field: field('First name'), text: 'Ada' },
  { path: '/licence-checker', field: field(/^Licence code/), text: 'BL-240G01' },
];
