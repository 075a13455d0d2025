import type { Page } from '@playwright/test';
import { sampleCodes } from '@basics/licensing/testing/samples.ts';
import { locateFieldByName, pressButton, pressInMenu, type FormRoute } from './form-routes.ts';
import { actOnSelection, openFirstRow } from './open-states.ts';

const reason = 'The company has closed.';
const locateFieldInDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true });

const createFormInDialog = (form: Omit<FormRoute, 'isReopened'>): FormRoute => ({ ...form, isReopened: true });

/**
 * Opens a form in the side panel of the first row of a list. The panel stays open when the page is loaded again, because the address
 * contains the id of the row.
 */
const openFormInPanel = (buttonName: RegExp) => async (page: Page) => {
  if (new URL(page.url()).search === '') await openFirstRow(page);
  await page.getByRole('dialog').getByRole('button', { name: buttonName }).first().click();
};

const chooseOptionInDialog = (label: string, option: string) => (page: Page) =>
  page.getByRole('dialog').getByLabel(label).selectOption(option);

/** The forms in which an administrator changes one user. */
export const userForms: readonly FormRoute[] = [
  createFormInDialog({
    path: '/users/20',
    name: 'suspension',
    openForm: pressInMenu('More actions', 'Suspend user'),
    locateField: locateFieldInDialog('Reason'),
    typedText: reason,
    sendButtonName: 'Suspend user',
  }),
  createFormInDialog({
    path: '/users/20',
    name: 'removal of the second step',
    openForm: pressInMenu('More actions', 'Remove second step'),
    locateField: locateFieldInDialog('Reason'),
    typedText: reason,
  }),
  createFormInDialog({
    path: '/users/20',
    name: 'new login',
    openForm: pressInMenu('More actions', 'Change login'),
    locateField: locateFieldInDialog(/^New Login/),
    typedText: 'grace@example.com',
  }),
  createFormInDialog({
    path: '/users/20',
    name: 'joined accounts',
    openForm: pressInMenu('More actions', 'Join accounts…'),
    locateField: locateFieldInDialog('Login of the account to delete'),
    typedText: 'grace@example.com',
    sendButtonName: 'Show what happens',
  }),
  createFormInDialog({
    path: '/users/20',
    name: 'lost PC',
    openForm: pressInMenu(/^More for/, /^Lost or stolen/),
    locateField: locateFieldInDialog(/^What happened/),
    typedText: 'It was stolen.',
  }),
  createFormInDialog({
    path: '/users/3',
    name: 'permission',
    openForm: pressInMenu('More actions', 'Permissions'),
    locateField: locateFieldInDialog('Reason'),
    typedText: reason,
  }),
  {
    path: '/users/3',
    name: 'absence',
    openForm: (page) => page.getByText('Plan an absence').click(),
    locateField: locateFieldByName('First day'),
    typedText: '2027-03-12',
  },
  createFormInDialog({
    path: '/users',
    name: 'change of two users',
    openForm: async (page) => {
      await actOnSelection('Change…')(page);
      await chooseOptionInDialog('What', 'Suspend')(page);
    },
    locateField: locateFieldInDialog('Reason'),
    typedText: reason,
  }),
  createFormInDialog({
    path: '/users?status=active',
    name: 'saved view',
    openForm: pressButton('New view'),
    locateField: (page) => page.getByRole('textbox', { name: 'Name' }),
    typedText: 'All active users',
    sendButtonName: 'Save this view',
  }),
];

/** The forms in which an administrator changes companies. */
export const companyForms: readonly FormRoute[] = [
  createFormInDialog({
    path: '/companies',
    name: 'new company',
    openForm: pressButton('Create company'),
    locateField: locateFieldInDialog('Name'),
    typedText: 'Granite Tools',
    sendButtonName: 'Create company',
  }),
  createFormInDialog({
    path: '/companies/1',
    name: 'details',
    openForm: pressInMenu('More actions', 'Edit details'),
    locateField: locateFieldInDialog(/^CRM account/),
    typedText: 'CRM-20417',
    sendButtonName: 'Save',
  }),
  createFormInDialog({
    path: '/companies/1',
    name: 'seats',
    openForm: pressButton('Change Seats'),
    locateField: locateFieldInDialog('Order or reason'),
    typedText: 'SO-20418',
    sendButtonName: 'Save',
  }),
  createFormInDialog({
    path: '/companies/1',
    name: 'seats of another tool',
    openForm: pressInMenu('More actions', 'Add tool'),
    locateField: locateFieldInDialog('Order or reason'),
    typedText: 'SO-20418',
  }),
  createFormInDialog({
    path: '/companies/1',
    name: 'invitation',
    openForm: pressButton(/^Invite$/),
    locateField: locateFieldInDialog('Login/Email'),
    typedText: 'grace@example.com',
    sendButtonName: 'Invite',
  }),
  createFormInDialog({
    path: '/companies/1',
    name: 'codes of several PCs',
    openForm: pressButton('Issue with an exception'),
    locateField: locateFieldInDialog('Verification codes'),
    typedText: 'BVR1-TYPED',
  }),
];

/** The forms in which an administrator changes requests, licences, release notes and brands. */
export const recordForms: readonly FormRoute[] = [
  createFormInDialog({
    path: '/requests',
    name: 'rejection',
    openForm: openFormInPanel(/^Reject/),
    locateField: locateFieldInDialog('Reason for the rejection'),
    typedText: reason,
    sendButtonName: 'Reject request',
  }),
  {
    path: '/requests',
    name: 'approval with changes',
    openForm: async (page) => {
      await openFirstRow(page);
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^Change/ })
        .click();
    },
    locateField: locateFieldByName('First name'),
    typedText: 'Grace',
  },
  createFormInDialog({
    path: '/requests',
    name: 'decision on two requests',
    openForm: async (page) => {
      await actOnSelection('Decide…')(page);
      await chooseOptionInDialog('What', 'Reject')(page);
    },
    locateField: locateFieldInDialog('Reason'),
    typedText: reason,
    sendButtonName: 'Preview',
  }),
  {
    path: '/help-requests',
    name: 'answer',
    openForm: openFormInPanel(/^Send reply/),
    locateField: locateFieldInDialog(/^Message/),
    typedText: 'Please call us.',
    sendButtonName: 'Send reply',
  },
  createFormInDialog({
    path: '/licenses',
    name: 'revocation',
    openForm: openFormInPanel(/^Revoke/),
    locateField: locateFieldInDialog('Reason'),
    typedText: reason,
    sendButtonName: 'Revoke licence',
  }),
  createFormInDialog({
    path: '/license/verify',
    name: 'dictation',
    openForm: pressInMenu('Other ways', 'Type line by line'),
    locateField: locateFieldByName(/^Line 1/),
    typedText: 'BV240G',
  }),
  {
    path: '/admin/release-notes/1/edit',
    locateField: locateFieldByName('Title'),
    typedText: 'Basics 9',
    sendButtonName: 'Save',
  },
  createFormInDialog({
    path: '/admin/brands/red',
    name: 'logo',
    openForm: pressButton('Replace the logo'),
    locateField: locateFieldInDialog('Or paste SVG code'),
    typedText: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>',
    sendButtonName: 'Replace logo',
  }),
];

/** The code of a PC that has no licence in the demo. */
const { verificationCode } = sampleCodes;

/**
 * The forms that appear when the portal refuses a verification code. When the page is loaded again, the field still contains the code, and
 * the page checks the code again.
 */
export const refusalForms: readonly FormRoute[] = [
  {
    path: '/license/verify',
    name: 'comment for a help request',
    openForm: async (page) => {
      await locateFieldByName('Verification code')(page).fill('BV-240G01');
      await pressButton('Check code')(page);
      await page.getByText(/^Ask .+ for help$/).click();
    },
    locateField: locateFieldByName(/^Comment/),
    typedText: 'The PC is offline.',
    sendButtonName: /^Send to /,
  },
  {
    // Customer 9 has licences for as many PCs as the policy allows.
    path: '/license/verify?user=9',
    name: 'reason for an exception',
    // The page checks a complete code without a press of the button.
    openForm: (page) => locateFieldByName('Verification code')(page).fill(verificationCode),
    locateField: locateFieldByName('Reason'),
    typedText: reason,
    sendButtonName: 'Issue licence as an exception',
  },
];

/**
 * The forms in which users change their own account. The portal never stores passwords and codes that are typed into
 * these forms.
 */
export const accountForms: readonly FormRoute[] = [
  {
    path: '/account',
    name: 'reminder contact',
    openForm: pressButton('Add contact'),
    isReopened: true,
    locateField: (page) => page.getByRole('region', { name: /reminder/i }).getByRole('textbox'),
    typedText: 'colleague@example.com',
    sendButtonName: 'Save contact',
  },
  createFormInDialog({
    path: '/account/security',
    name: 'new login',
    openForm: pressButton('Change login'),
    locateField: locateFieldInDialog(/^New Login/),
    typedText: 'grace@example.com',
  }),
  createFormInDialog({
    path: '/account/security',
    name: 'passkey',
    openForm: pressButton('Add passkey'),
    locateField: locateFieldInDialog(/^Name/),
    typedText: 'Laptop',
  }),
  {
    ...createFormInDialog({
      path: '/account/security',
      name: 'new password',
      openForm: pressButton('Change password'),
      locateField: (page) => page.getByLabel('Current password'),
      typedText: 'Basalt-Kettle-93',
    }),
    notKept: 'A password is never stored.',
  },
  {
    path: '/activate',
    locateField: (page) => page.getByRole('main').getByRole('textbox'),
    typedText: 'BCDF',
    notKept: 'The short code of a PC is never stored.',
  },
];
