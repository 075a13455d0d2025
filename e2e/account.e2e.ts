import { createApplicant, requestAccount } from './applicant.ts';
import { createCaller, findCustomer } from './portal-api.ts';
import {
  copyLicenceCode,
  demoPassword,
  expect,
  expectRefusals,
  openPage,
  reloadPage,
  signIn,
  test,
  expectHome,
} from './test.ts';
import { createTool } from './tool.ts';

const newPassword = 'Harbour-Compass-4';

test(
  'a visitor requests an account, signs in when it is approved, and issues a licence (T003)',
  { tag: '@both-widths' },
  async ({ page, openAs, demo, mailbox }) => {
    const applicant = createApplicant('Nora', 'Fjell');
    await openPage(page, `${demo.address}/register`);
    await page.getByLabel('Login/Email', { exact: true }).fill(applicant.login);
    await page.getByLabel('Repeat Login/Email').fill(applicant.login);
    await page.getByLabel('First name').fill(applicant.firstName);
    await page.getByLabel('Last name').fill(applicant.lastName);
    await page.getByLabel('Company').fill('Applicant & Sons');
    await page.getByRole('combobox', { name: 'Country' }).fill('Norw');
    await page.getByRole('combobox', { name: 'Country' }).press('Tab');
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Norway');
    await page.getByLabel('Brand').selectOption('Basics Blue');
    await page.getByLabel('Tool').selectOption('Basics');
    await page.getByLabel('Reason').fill(applicant.reason);
    await page.getByRole('group', { name: 'Can receive mail' }).getByLabel('Yes').check();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();

    await openPage(page, (await mailbox.newest(applicant.login, 'confirm')).link);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /is confirmed/ })).toBeVisible();

    const notification = await mailbox.newest('salesman@demo.example', applicant.login);
    expect(notification.text).toContain(applicant.reason);
    const salesman = await openAs(notification.link, 'salesman@demo.example');
    await expect(salesman).toHaveURL(notification.link);
    const panel = salesman.getByRole('dialog', { name: `${applicant.firstName} ${applicant.lastName}` });
    await expect(panel).toContainText(applicant.reason);
    await panel.getByLabel('Profile', { exact: true }).selectOption('Small customer');
    await panel.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(salesman.getByText(`${applicant.firstName} ${applicant.lastName} was approved`)).toBeVisible();

    await openPage(page, (await mailbox.newest(applicant.login, 'approved')).link);
    await expect(page.getByText(applicant.login)).toBeVisible();
    await page.getByLabel('New password').fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expectHome(page);
    await expect(page).toHaveURL(`${demo.address}/`);

    const tool = await createTool('NEW', demo.address);
    await openPage(page, `${demo.address}/license/verify`);
    await page.getByLabel('Verification code').fill((await tool.run(['code', '--plain'])).out);
    await expect(page.getByRole('heading', { name: /^This will be PC 1 of/ })).toBeVisible();
    await page.getByRole('button', { name: 'Issue licence' }).click();
    await expect(page.getByText(/^Licensed until/)).toBeVisible();
    expect((await tool.run(['install', '-'], await copyLicenceCode(page))).exitCode).toBe(0);
    expect((await tool.run(['status'])).exitCode).toBe(0);
    await tool.remove();
  },
);

test('a salesman rejects a request with a reason, which the applicant gets by e-mail (T001)', async ({
  openAs,
  demo,
  mailbox,
}) => {
  const applicant = createApplicant('Odd', 'Haug');
  const link = await requestAccount(createCaller(demo), mailbox, applicant);

  const salesman = await openAs(`${demo.address}/requests`, 'salesman@demo.example');
  await salesman.getByLabel('Search requests').fill(applicant.login);
  await expect(salesman.getByText('1 request', { exact: true })).toBeAttached();
  await salesman.getByRole('link', { name: `${applicant.firstName} ${applicant.lastName}` }).click();
  await expect(salesman.getByRole('dialog')).toContainText(applicant.reason);
  await salesman.getByRole('button', { name: 'Reject', exact: true }).click();
  await salesman.getByRole('button', { name: 'Reject request' }).click();
  await expect(salesman.getByText('Reason is required.')).toBeVisible();
  await salesman.getByLabel('Reason for the rejection').fill('Basics is for machines, not for boats.');
  await salesman.getByRole('button', { name: 'Reject request' }).click();
  await expect(salesman.getByText(`${applicant.firstName} ${applicant.lastName} was rejected`)).toBeVisible();

  const rejectionMail = await mailbox.newest(applicant.login, 'About your request');
  expect(rejectionMail.text).toContain('Basics is for machines, not for boats.');
  await openPage(salesman, link);
  await expect(salesman.getByRole('dialog')).toContainText('Decided by Simon Aasen');
});

test('a user replaces a forgotten password with the link of an e-mail, and all other sessions of the user end (T002)', async ({
  page,
  openAs,
  demo,
  mailbox,
  consoleErrors,
}) => {
  const login = await findCustomer(demo, 0);
  const otherPage = await openAs(`${demo.address}/account`, login);
  await expect(otherPage.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();

  await openPage(page, `${demo.address}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(login);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();

  const { link } = await mailbox.newest(login, 'asked for a new password');
  await openPage(page, link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/^Password must be at least 8 characters long/)).toBeVisible();
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();

  await reloadPage(otherPage);
  await expect(otherPage).toHaveURL(/\/sign-in$/);
  await expectRefusals(consoleErrors, 401);
  await signIn(page, login, demoPassword);
  await expect(page.getByText(/login or password is wrong/)).toBeVisible();
  await signIn(page, login, newPassword);
  await expectHome(page);
  await mailbox.newest(login, 'Your password was changed');

  await openPage(page, link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await expectRefusals(consoleErrors, 422, 422);
});

/** What mail gateways and mail programs make of the fragment of a link. */
const changedFragments = [
  (fragment: string) => `%23${fragment}`,
  (fragment: string) => `%2523${fragment}`,
  (fragment: string) => `%23${fragment}.`,
  (fragment: string) => `#${fragment}.`,
  (fragment: string) => `#${fragment}=`,
  (fragment: string) => `#${fragment.replace('=', '%3D')}`,
  (fragment: string) => `?${fragment}`,
];

test('links of e-mails that a mail gateway has changed open their pages, and their tokens are in no request after the first', async ({
  page,
  openAs,
  demo,
  mailbox,
  consoleErrors,
}) => {
  const login = await findCustomer(demo, 1);

  await createCaller(demo)('POST /auth/forgot-password', { body: { email: login } });
  const { link, text: mailText } = await mailbox.newest(login, 'asked for a new password');
  const token = link.replace(/^.*token=/, '');
  const pageTexts = [
    ['/password/reset', `For the account ${login}.`],
    ['/activation', `For the account ${login}.`],
    ['/register/confirm', 'Confirm address'],
    ['/login/confirm', 'Confirm new login'],
    ['/reminders/stop', 'Stop reminders'],
  ] as const;
  const leaks: string[] = [];
  page.on('request', async (request) => {
    if (!request.isNavigationRequest() && request.url().includes(token)) leaks.push(request.url());
    if ((await request.headerValue('referer'))?.includes(token)) leaks.push(`referer of ${request.url()}`);
  });
  for (const [path, text] of pageTexts) {
    for (const change of changedFragments) {
      await openPage(page, demo.address + path + change(`token=${token}`));
      await expect(page.getByText(text, { exact: true }).last()).toBeVisible();
      await expect(page).toHaveURL(`${demo.address}${path}#token=${token}`);
    }
  }
  await openPage(page, `${demo.address}/activation`);
  await page.getByLabel('E-mail').first().fill(login);
  await page.getByLabel('Code').fill(/enter this code: (\S+)/.exec(mailText)?.[1] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`For the account ${login}.`)).toBeVisible();
  await expect(page).toHaveURL(link);
  await openPage(page, `${demo.address}/auth/temp%23token=${token}`);
  await expect(page).toHaveURL(`${demo.address}/auth/temp`);
  await expect(page.getByRole('heading', { level: 1, name: 'Token not found' })).toBeVisible();
  await expectRefusals(consoleErrors, 422);
  expect(leaks).toEqual([]);

  const customer = await openAs(`${demo.address}/license/verify%23c=BV-none`, login);
  await expect(customer.getByLabel('Verification code')).toHaveValue('BV-none');
  await expect(customer).toHaveURL(`${demo.address}/license/verify`);
});
