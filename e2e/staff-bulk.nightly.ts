import type { Page } from '@playwright/test';
import { createApplicant, requestAccount } from './applicant.ts';
import { computeDay, findUserId, logins, test } from './own-demo.ts';
import { createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openPage, openSignedIn } from './test.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

type Choices = Readonly<Record<string, string>>;

/** Makes a change to the two selected users: chooses the values, reads the preview, runs the change, and closes the dialog. */
async function changeTwoUsers(page: Page, choices: Choices, texts: Choices = {}): Promise<void> {
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 users' });
  for (const [label, option] of Object.entries(choices)) await dialog.getByLabel(label).selectOption(option);
  for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(/^This affects 2 people/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Change 2 users|^Suspend 2 users/ }).click();
  await expect(dialog.getByText('2 of 2 were changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
}

test('for two customers at once, a salesman grants a tool, ends it, changes fields and suspends the users; each change shows a preview and its results', async ({
  page,
  ownDemo: { address, call },
}) => {
  const customerLogins = [logins.oem, logins.smallCustomer];
  const userIds = await Promise.all(customerLogins.map((login) => findUserId(call, login)));
  const token = await createToken(call, logins.salesman);
  const readUsers = () => Promise.all(userIds.map((userId) => call(`GET /user/${userId}`, { token })));
  await openSignedIn(page, `${address}/users?keyword=demo.example`, logins.salesman);
  await page.getByRole('checkbox', { name: 'Select Oskar Malm' }).click();
  await page.getByRole('checkbox', { name: 'Select Sofie Collin' }).click();

  const toolOfBrand = { Tool: 'Basics', Brand: 'Basics Red' };
  const grant = { What: 'Give a tool or end date', ...toolOfBrand };
  await changeTwoUsers(page, grant, { 'Last day': computeDay(60) });
  for (const { tools } of await readUsers())
    expect(tools).toContainEqual(expect.objectContaining({ brand: 'red', validTo: computeDay(60) }));

  await changeTwoUsers(page, { What: 'End the use of a tool', ...toolOfBrand });
  for (const { tools } of await readUsers())
    expect(tools).toContainEqual(expect.objectContaining({ brand: 'red', validTo: computeDay(-1) }));

  await changeTwoUsers(page, { What: 'Change the brand', Brand: 'Basics Red' });
  for (const user of await readUsers()) expect(user).toMatchObject({ brand: 'red' });

  await changeTwoUsers(page, { What: 'Suspend' }, { Reason: 'The companies have closed.' });
  for (const login of customerLogins) await expect(createToken(call, login)).rejects.toThrow(/ answered 4\d\d: /);
});

test('a salesman invites three users again, then rejects three requests, and sees a preview and the results of each of these changes', async ({
  page,
  ownDemo: { address, call, mailbox },
}) => {
  const token = await createToken(call, logins.salesman);
  const invitedUsers = ['Frida', 'Gerd', 'Hilde'].map((firstName) => createApplicant(firstName, 'Invited'));
  const rejectedUsers = ['Ida', 'Johanne', 'Kaja'].map((firstName) => createApplicant(firstName, 'Rejected'));
  const links = await Promise.all(invitedUsers.map((applicant) => requestAccount(call, mailbox, applicant)));
  await Promise.all(rejectedUsers.map((applicant) => requestAccount(call, mailbox, applicant)));
  const ids = links.map((link) => Number(new URL(link).searchParams.get('request')));
  for (const id of ids) await call(`PUT /user/${id}/create`, { token, body: { profileID: 7 } });
  for (const { login } of invitedUsers) await mailbox.newest(login, 'approved');

  await openSignedIn(page, `${address}/users?keyword=invited@applicant.example`, logins.salesman);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  const changeDialog = page.getByRole('dialog', { name: 'Change 3 users' });
  await changeDialog.getByLabel('What').selectOption('Invite again');
  await changeDialog.getByRole('button', { name: 'Preview' }).click();
  await expect(changeDialog.getByText('3 get a new invitation')).toBeVisible();
  await changeDialog.getByRole('button', { name: 'Invite 3 users again' }).click();
  await expect(changeDialog.getByText('3 got a new invitation')).toBeVisible();

  await openPage(page, `${address}/requests?keyword=rejected@applicant.example`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 3 requests' });
  await dialog.getByLabel('What').selectOption('Reject');
  await dialog.getByLabel('Reason').fill('This address is not of a company.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('3 are rejected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reject 3 requests' }).click();
  await expect(dialog.getByText('3 rejected')).toBeVisible();
  // The e-mails wait as long as the decisions can be undone.
  await expect(page.getByText('3 requests decided. You can undo this for 10 minutes.')).toBeVisible();
  for (const { login } of rejectedUsers)
    expect(mailbox.findMails(login, 'This address is not of a company.')).toEqual([]);
});

test('an administrator deletes a salesman and a customer with three presses, after a preview that offers to hand over the territory of the salesman', async ({
  page,
  ownDemo: { address, call },
}) => {
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/users?keyword=demo.example`, logins.administrator);
  await page.getByRole('checkbox', { name: 'Select Simon Aasen' }).click();
  await page.getByRole('checkbox', { name: 'Select Sofie Collin' }).click();
  await presses.restart();
  await page.getByRole('button', { name: 'Delete 2 users' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 users?' });
  await expect(dialog.getByText('2 are deleted')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Hand over the territory' })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Delete 2 users' }).click();
  await expect(dialog.getByText('2 of 2 were deleted.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await presses.readPresses()).toBe(3);
  for (const login of [logins.salesman, logins.smallCustomer])
    await expect(createToken(call, login)).rejects.toThrow(/ answered 4\d\d: /);
});
