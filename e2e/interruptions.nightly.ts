import type { Page } from '@playwright/test';
import { accountForms, companyForms, recordForms, refusalForms, userForms } from './form-dialogs.ts';
import { administratorForms, locateFieldByName, publicForms, type FormRoute } from './form-routes.ts';
import { interruptForms, interruptVisitors } from './interruptions.ts';
import { createCaller } from './portal-api.ts';
import { startRestartablePortal } from './restartable-portal.ts';
import { test } from './test.ts';

/**
 * Every form of the portal. The tests of one group use the same portal. interruptions.e2e.ts, which runs for every change, interrupts only
 * some of these forms.
 */
const formGroups: Readonly<Record<string, { staffForms: readonly FormRoute[]; visitorForms: readonly FormRoute[] }>> = {
  'forms with an address of their own': { staffForms: administratorForms, visitorForms: publicForms },
  'forms about a user': { staffForms: userForms, visitorForms: [] },
  'forms about companies': { staffForms: companyForms, visitorForms: [] },
  'forms about requests, licences, notes and brands': { staffForms: recordForms, visitorForms: [] },
  'forms for a refused code': { staffForms: refusalForms, visitorForms: [] },
  "forms about the user's own account": { staffForms: accountForms, visitorForms: [] },
};

for (const [name, forms] of Object.entries(formGroups)) {
  test(`each of the ${name} keeps typed text in all five interruptions`, async ({
    page,
    browser,
    consoleErrors,
    startOwnPortal,
  }) => {
    await interruptForms(
      { page, browser, consoleErrors, startOwnPortal },
      {
        ...forms,
        formsWithoutScript: [...forms.staffForms, ...forms.visitorForms],
      },
    );
  });
}

const password = 'Basalt-Kettle-93';
const passwordField = (page: Page) => page.getByLabel('New password');
const confirmPassword = (page: Page) => page.getByLabel('Confirm password').fill(password);

test('the form for a new password keeps the password while the portal is not reached, and never stores it', async ({
  browser,
  startOwnPortal,
  mailbox,
}) => {
  const portal = await startRestartablePortal(startOwnPortal, {
    args: ['--demo'],
    environment: { SMTP_URL: mailbox.url },
  });
  const email = 'oem@demo.example';
  await createCaller(portal)('POST /auth/forgot-password', { body: { email } });
  const { link } = await mailbox.newest(email, 'asked for a new password');
  await interruptVisitors(browser, portal, [
    {
      path: link.replace(portal.address, ''),
      name: 'new password',
      openForm: confirmPassword,
      locateField: passwordField,
      typedText: password,
      sendButtonName: 'Set password',
      notKept: 'A password is never stored.',
    },
  ]);
  await portal.remove();
});

test('the form for the first administrator keeps the typed name, and never stores the password', async ({
  browser,
  startOwnPortal,
}) => {
  const portal = await startRestartablePortal(startOwnPortal, {});
  // Each start of the portal prints another link, and only the newest is valid.
  const findLink = (): string => /\/activation#token=\S+/.exec(portal.readOutput())?.[0] ?? '';
  const forms: FormRoute[] = [
    {
      path: findLink(),
      name: 'name',
      openForm: async (page) => {
        await page.getByLabel('Login/Email', { exact: true }).fill('ada@office.example');
        await page.getByLabel('Repeat Login/Email').fill('ada@office.example');
        await page.getByLabel('Last name').fill('Stone');
        await passwordField(page).fill(password);
        await confirmPassword(page);
      },
      locateField: locateFieldByName('First name'),
      typedText: 'Ada',
      sendButtonName: 'Create account',
    },
    {
      path: findLink(),
      name: 'password',
      locateField: passwordField,
      typedText: password,
      notKept: 'A password is never stored.',
    },
  ];
  await interruptVisitors(browser, portal, forms, findLink);
  await portal.remove();
});
