import type { Locator, Page } from '@playwright/test';

/** A form, the path of its page, and the text that a test types into one of its fields. */
export type FormRoute = {
  /** The path of the page. */
  path: string;
  name?: string;
  locateField: (page: Page) => Locator;
  typedText: string;
  /** Opens a form that is in a panel, in a dialog or in a table row. */
  openForm?: (page: Page) => Promise<void>;
  /**
   * Set if the form is closed when the page is loaded again. The test then opens the form, and expects the typed text
   * in it.
   */
  isReopened?: true;
  /**
   * Set if the portal does not store the typed text, so that the field is empty after the page was loaded again. The
   * value is the reason.
   */
  notKept?: string;
  /** The name of the button that sends the form; absent if the typed text is not enough to send it. */
  sendButtonName?: string | RegExp;
};

/** Returns the name by which messages of failed tests identify the form. */
export const describeForm = ({ path, name }: FormRoute): string => (name === undefined ? path : `${path}: ${name}`);

export const locateFieldByName = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });
export const pressButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** Opens a menu with further actions, and presses a button in it. */
export const pressInMenu = (menu: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await pressButton(menu)(page);
  await pressButton(name)(page);
};

/** The forms of an administrator. */
export const administratorForms: readonly FormRoute[] = [
  { path: '/license/verify', locateField: locateFieldByName('Verification code'), typedText: 'BV-240G01' },
  { path: '/license/many', locateField: locateFieldByName('Verification codes'), typedText: 'BV-240G01' },
  { path: '/account', locateField: locateFieldByName(/^Phone/), typedText: '+44 20 1234' },
  { path: '/users/create', locateField: locateFieldByName('First name'), typedText: 'Grace' },
  {
    path: '/users/20/edit',
    locateField: locateFieldByName('First name'),
    typedText: 'Grace',
    sendButtonName: 'Save changes',
  },
  { path: '/admin/release-notes/create', locateField: locateFieldByName('Title'), typedText: 'Basics 9' },
  {
    path: '/admin/policies',
    openForm: pressButton(/^Edit /),
    locateField: (page) => page.getByRole('main').getByRole('spinbutton', { name: 'PCs' }),
    typedText: '7',
    sendButtonName: 'Save',
  },
  {
    path: '/admin/tools?add=true',
    locateField: (page) => page.getByRole('textbox', { name: 'Name' }),
    typedText: 'Basics 9',
  },
  {
    path: '/admin/integrations?add=true',
    locateField: (page) => page.getByRole('textbox', { name: /^Purpose/ }),
    typedText: 'Takes orders',
  },
  { path: '/admin/brands/create', locateField: locateFieldByName('Name'), typedText: 'Basics Green' },
  {
    path: '/admin/brands/red',
    locateField: locateFieldByName('Name'),
    typedText: 'Basics Crimson',
    sendButtonName: 'Save',
  },
  {
    path: '/admin/brands/red/legal/terms',
    locateField: locateFieldByName(/^Text/),
    typedText: 'Be kind.',
    sendButtonName: 'Save',
  },
  {
    path: '/country-salesman',
    openForm: pressButton(/^Add assignment/),
    locateField: (page) => page.getByRole('table').getByRole('combobox', { name: 'Country' }),
    typedText: 'Norway',
  },
];

/** The forms of visitors. */
export const publicForms: readonly FormRoute[] = [
  {
    path: '/sign-in',
    locateField: locateFieldByName('Login'),
    typedText: 'ada@example.com',
    notKept: 'The next person at a public computer should not see the login.',
  },
  {
    path: '/password/forgot',
    locateField: locateFieldByName('E-mail'),
    typedText: 'ada@example.com',
    sendButtonName: 'Send link',
  },
  { path: '/register', locateField: locateFieldByName('First name'), typedText: 'Ada' },
  {
    path: '/licence-checker',
    locateField: locateFieldByName(/^Licence code/),
    typedText: 'BL-240G01',
    notKept: 'A licence names its owner, and visitors share computers.',
  },
];
