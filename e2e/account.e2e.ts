import type { Page } from '@playwright/test';
import { applicant, askForAccount, confirmAddress, leaveRequest } from './applicant.ts';
import { copiedCode, demoPassword, expect, expectAccessible, expectRefusals, signIn, test } from './test.ts';
import { toolOn } from './tool.ts';

const newPassword = 'Harbour-Compass-4';

async function chooseProfile(page: Page): Promise<void> {
  await page.getByLabel('Profile', { exact: true }).selectOption('Small customer');
}

test('from nothing to a licence: ask, confirm, be let in, set a password, sign in', async ({
  page,
  person,
  demo,
  mailbox,
}, { project }) => {
  const who = applicant('Nora', `Fjell${project.name}`);
  await askForAccount(page, demo.address, who);
  await expectAccessible(page);
  await page.goto((await mailbox.newest(who.login, 'confirm')).link);
  await expectAccessible(page);
  await confirmAddress(page, mailbox, who);
  await expectAccessible(page);

  const told = await mailbox.newest('salesman@demo.example', who.login);
  expect(told.text).toContain(who.reason);
  const salesman = await person(told.link, 'salesman@demo.example');
  await expect(salesman).toHaveURL(told.link);
  await expect(salesman.getByRole('heading', { level: 1, name: `Approve ${who.firstName}` })).toBeVisible();
  await expect(salesman.getByText(who.reason)).toBeVisible();
  await chooseProfile(salesman);
  await expectAccessible(salesman);
  await salesman.getByRole('button', { name: 'Approve request' }).click();
  await expect(salesman.getByText(`${who.firstName} ${who.lastName} was approved`)).toBeVisible();
  await expect(salesman).toHaveURL(`${demo.address}/requests`);

  await page.goto((await mailbox.newest(who.login, 'approved')).link);
  await expect(page.getByText(who.login)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await signIn(page, who.login, newPassword);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(who.firstName);

  const tool = await toolOn(`NEW-${project.name.toUpperCase()}`, demo.address);
  await page.goto(`${demo.address}/license/verify`);
  await page.getByLabel('Verification code').fill((await tool.run(['code', '--plain'])).out);
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect(page.getByRole('heading', { name: /is ready/ })).toBeVisible();
  const code = await copiedCode(page);
  expect((await tool.run(['install', '-'], code)).exitCode).toBe(0);
  expect((await tool.run(['status'])).exitCode).toBe(0);
  await tool.remove();
});

test('a request is rejected with a reason, which the applicant gets', async ({ page, person, demo, mailbox }, {
  project,
}) => {
  const who = applicant('Odd', `Haug${project.name}`);
  const link = await leaveRequest(page, demo.address, mailbox, who);

  const salesman = await person(`${demo.address}/requests`, 'salesman@demo.example');
  await expect(salesman.getByRole('link', { name: `${who.firstName} ${who.lastName}` })).toBeVisible();
  await expectAccessible(salesman);
  await salesman.getByLabel('Search requests').fill(who.login);
  await expect(salesman.getByText('1 request found')).toBeAttached();
  await salesman.getByRole('link', { name: `${who.firstName} ${who.lastName}` }).click();
  await expect(salesman.getByRole('dialog')).toContainText(who.reason);
  await expectAccessible(salesman);
  await salesman.getByRole('button', { name: 'Reject', exact: true }).click();
  await salesman.getByRole('button', { name: 'Reject request' }).click();
  await expect(salesman.getByText('Reason is required.')).toBeVisible();
  await salesman.getByLabel('Reason for the rejection').fill('Basics is for machines, not for boats.');
  await expectAccessible(salesman);
  await salesman.getByRole('button', { name: 'Reject request' }).click();
  await expect(salesman.getByText(`${who.firstName} ${who.lastName} was rejected`)).toBeVisible();

  const answer = await mailbox.newest(who.login, 'About your request');
  expect(answer.text).toContain('Basics is for machines, not for boats.');
  await salesman.goto(link);
  await expect(salesman.getByText('This request has already been decided')).toBeVisible();
  await expectAccessible(salesman);
});

test('of two who decide at once one wins, the other reads who and when, and one mail goes out', async ({
  page,
  person,
  demo,
  mailbox,
  complaints,
}, { project }) => {
  const who = applicant('Tuva', `Bakke${project.name}`);
  const link = await leaveRequest(page, demo.address, mailbox, who);
  const deciders = await Promise.all(
    Object.entries({ 'salesman@demo.example': 'Simon Aasen', 'administrator@demo.example': 'Astrid Nyland' }).map(
      async ([login, name]) => ({ name, page: await person(link, login) }),
    ),
  );
  await Promise.all(deciders.map((decider) => chooseProfile(decider.page)));
  await Promise.all(deciders.map((decider) => decider.page.getByRole('button', { name: 'Approve request' }).click()));

  const late = (at: Page) => at.getByRole('alert').filter({ hasText: 'already been decided' });
  for (const decider of deciders) {
    const done = decider.page.getByRole('heading', { level: 1, name: 'Pending Requests' });
    await expect(done.or(late(decider.page))).toBeVisible();
  }
  const isLate = await Promise.all(deciders.map((decider) => late(decider.page).isVisible()));
  const winners = deciders.filter((_, index) => isLate[index] === false);
  const losers = deciders.filter((_, index) => isLate[index] === true);
  expect([winners.length, losers.length]).toEqual([1, 1]);
  for (const loser of losers) {
    await expect(late(loser.page)).toContainText(new RegExp(`${winners[0]?.name} approved this request on \\d`));
    await expectAccessible(loser.page);
  }
  expectRefusals(complaints, 409);
  await mailbox.newest(who.login, 'approved');

  // What stands in the outbox is all that can ever be sent.
  const token = await deciders[1]?.page.evaluate(() => localStorage.getItem('token'));
  const outbox = await page.request.post(`${demo.address}/core/api/mail/search`, {
    headers: { authorization: `Bearer ${token}` },
    data: { keyword: who.login },
  });
  const { items }: { items: { kind: string }[] } = await outbox.json();
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(['confirmAddress', 'requestApproved']);
});

test('a forgotten password is set anew by mail, and that ends the sessions elsewhere', async ({
  page,
  person,
  demo,
  mailbox,
  complaints,
}) => {
  const login = 'agentdistributor@demo.example';
  const elsewhere = await person(`${demo.address}/account`, login);
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();

  await page.goto(`${demo.address}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(login);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  await expectAccessible(page);

  const { link } = await mailbox.newest(login, 'asked to reset the password');
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/^Password must be at least 8 characters long/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/sign-in$/);
  expectRefusals(complaints, 401);
  await expectAccessible(page);
  await signIn(page, login, demoPassword);
  await expect(page.getByText(/do not match/)).toBeVisible();
  await signIn(page, login, newPassword);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await mailbox.newest(login, 'Your password was changed');

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await expectAccessible(page);
  expectRefusals(complaints, 422, 422);
});
