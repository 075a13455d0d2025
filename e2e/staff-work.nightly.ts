import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { createApplicant, requestAccount } from './applicant.ts';
import { addPcs, changeGrants, computeDay, findUserId, logins, test } from './own-demo.ts';
import { createToken } from './portal-api.ts';
import { countPresses } from './presses.ts';
import { expect, openPage, openSignedIn, reloadPage } from './test.ts';

const { administrator, salesman, otherSalesman: deputy, smallCustomer: customer } = logins;

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

test('a salesman approves 13 requests with four button presses, and the e-mails wait as long as the decisions can be undone', async ({
  page,
  ownDemo,
}) => {
  const { address, call, mailbox } = ownDemo;
  const applicants = Array.from({ length: 13 }, (_, index) => createApplicant(`Kari${index}`, 'Thirteen'));
  await Promise.all(applicants.map((applicant) => requestAccount(call, mailbox, applicant)));

  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/requests?keyword=thirteen@applicant.example`, salesman);
  await expect(page.getByText('13 requests', { exact: true })).toBeAttached();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 13 requests' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(/^This affects 13 people/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve 13 requests' }).click();
  await expect(dialog.getByText('13 of 13 were changed.')).toBeVisible();
  expect(await presses.readPresses()).toBe(4);
  // The e-mails wait as long as the decisions can be undone.
  await expect(page.getByText('13 requests decided. You can undo this for 10 minutes.')).toBeVisible();
  for (const { login } of applicants) expect(mailbox.findMails(login, 'approved')).toEqual([]);
});

test('an administrator hands over a whole territory with five presses, after a preview whose number of users is typed', async ({
  page,
  openAs,
  ownDemo: { address },
}) => {
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/country-salesman`, administrator);
  await page.getByRole('button', { name: 'Hand over a territory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over a territory' });
  await fillIn(dialog.getByRole('combobox', { name: 'From' }), 'Simon Aasen');
  await fillIn(dialog.getByRole('combobox', { name: 'To', exact: true }), 'Claire Martel');
  // The demo assigns Simon Aasen 9 countries of one brand and 3 countries of the other brand.
  await expect(dialog.getByText('The whole territory of Simon Aasen moves to Claire Martel.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Show 7 more rows' })).toBeVisible();
  const question = await dialog.getByText(/^To confirm, type how many users move: \d+$/).innerText();
  await fillIn(dialog.getByLabel(question), question.replace(/^\D+/, ''));
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('Claire Martel now has the whole territory of Simon Aasen')).toBeVisible();
  expect(await presses.readPresses()).toBe(5);

  const deputyPage = await openAs(`${address}/users?keyword=${customer}`, deputy);
  await expect(deputyPage.getByRole('link', { name: 'Sofie Collin' })).toBeVisible();
  const salesmanPage = await openAs(`${address}/users?keyword=${customer}`, salesman);
  await expect(salesmanPage.getByText('Users not found', { exact: true })).toBeVisible();
});

/** On the open page with the card "Absence", enters an absence that begins today, and its deputy. */
async function enterAbsence(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Absence' });
  await card.getByText('Plan an absence').click();
  await card.getByRole('combobox', { name: 'Deputy' }).click();
  await card.getByRole('option', { name: 'Claire Martel' }).click();
  await fillIn(card.getByLabel('First day'), computeDay(0));
  await fillIn(card.getByLabel('Last day'), computeDay(7));
  await card.getByRole('button', { name: 'Save absence' }).click();
  await expect(card.getByText(/^Claire Martel is the deputy from/)).toBeVisible();
}

/** Clicks a field, and fills it in with a text. */
async function fillIn(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
}

async function endAbsence(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Absence' }).getByRole('button', { name: 'End absence' }).click();
  await expect(page.getByText('The absence has ended')).toBeVisible();
}

test('a deputy sees the customers of an absent salesman until the salesman or the deputy ends the absence', async ({
  page,
  openAs,
  ownDemo,
}) => {
  const { address, call, mailbox } = ownDemo;
  const presses = await countPresses(page);
  await openSignedIn(page, `${address}/account`, salesman);
  await enterAbsence(page);
  expect(await presses.readPresses()).toBe(6);
  await expect(page.getByRole('complementary', { name: 'Absence' })).toContainText('Claire Martel is your deputy.');

  const deputyPage = await openAs(`${address}/`, deputy);
  const banner = deputyPage.getByText(/^You are the deputy of Simon Aasen through/);
  await expect(banner).toBeVisible();
  await expect(deputyPage.getByText('for Simon Aasen').first()).toBeVisible();
  const applicant = createApplicant('Tuva', 'Vikar');
  await openPage(deputyPage, await requestAccount(call, mailbox, applicant, deputy));
  await expect(deputyPage.getByRole('dialog', { name: 'Tuva Vikar' })).toContainText(applicant.reason);

  // The deputy leaves the page of the request first, because the page regularly reports that the deputy reads the request, and the portal
  // refuses this report when the request is out of scope.
  await openPage(deputyPage, `${address}/users?keyword=${customer}`);
  await expect(deputyPage.getByRole('link', { name: 'Sofie Collin' })).toBeVisible();
  await endAbsence(page);
  await reloadPage(deputyPage);
  await expect(deputyPage.getByText('Users not found', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);

  const staff = await openAs(`${address}/users/${await findUserId(call, salesman)}`, administrator);
  await enterAbsence(staff);
  await reloadPage(deputyPage);
  await expect(deputyPage.getByRole('link', { name: 'Sofie Collin' })).toBeVisible();
  await expect(banner).toBeVisible();
  await deputyPage.getByRole('button', { name: 'End it now' }).click();
  await deputyPage.getByRole('alertdialog').getByRole('button', { name: 'End absence' }).click();
  await expect(deputyPage.getByText('Users not found', { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('staff see which colleague has opened a request; customers, and colleagues who do not have the request in scope, do not see it', async ({
  page,
  openAs,
  ownDemo,
}) => {
  const { address, call, mailbox } = ownDemo;
  const link = await requestAccount(call, mailbox, createApplicant('Eli', 'Opne'));
  const requestId = new URL(link).searchParams.get('request');
  await openSignedIn(page, `${address}/`, salesman);
  const presenceReport = page.waitForResponse((response) => response.url().endsWith(`/user/${requestId}/presence`));
  await openPage(page, link);
  expect((await presenceReport).ok()).toBe(true);

  const staff = await openAs(link, administrator);
  await expect(staff.getByText('Simon Aasen has this open.')).toBeVisible();
  await reloadPage(page);
  await expect(page.getByText('Astrid Nyland has this open.')).toBeVisible();

  const customerPage = await openAs(link, customer);
  await expect(customerPage.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(customerPage.getByText('Simon Aasen has this open.')).toHaveCount(0);
  const reportPresenceAs = async (login: string) =>
    call(`POST /user/${requestId}/presence`, { token: await createToken(call, login) });
  await expect(reportPresenceAs(customer)).rejects.toThrow(/ answered 403: /);
  await expect(reportPresenceAs(deputy)).rejects.toThrow(/ answered 404: /);
});

test('a customer renews the licence of one PC in its row, and then the licences of all other PCs, which the portal offers as one ZIP file', async ({
  page,
  ownDemo,
}) => {
  const { address, call } = ownDemo;
  const machineNames = ['NORTH', 'SOUTH'];
  const userId = await findUserId(call, customer);
  await changeGrants(call, userId, { validTo: computeDay(10) });
  const tools = await addPcs(ownDemo, userId, machineNames);
  await changeGrants(call, userId, { validTo: null });

  await openSignedIn(page, `${address}/`, customer);
  const pcs = page.getByRole('region', { name: 'Your PCs' });
  // In the demo, the licence of OFFICE-02 expires in twelve days.
  await pcs.getByRole('button', { name: 'Renew the licence for OFFICE-02' }).click();
  await expect(page.getByRole('heading', { name: 'One step is left: install it on OFFICE-02' })).toBeVisible();
  await openPage(page, `${address}/`);
  await expect(pcs.getByRole('listitem').filter({ hasText: 'OFFICE-02' })).toContainText('Not installed yet');

  await page.getByRole('button', { name: 'Renew 2 licences' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew 2 licences' }).click();
  const archiveDownload = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download all' }).click();
  const archive = unzipSync(new Uint8Array(await readFile(await (await archiveDownload).path())));
  const fileNames = Object.keys(archive);
  expect(fileNames).toHaveLength(2);
  for (const [index, tool] of tools.entries()) {
    const ownFile = fileNames.find((name) => name.includes(machineNames[index] ?? '')) ?? '';
    const savedFile = path.join(tool.home, 'renewed.lic');
    await writeFile(savedFile, archive[ownFile] ?? '');
    expect((await tool.run(['install', savedFile])).out).toContain('VALID');
    await tool.remove();
  }
  await page.keyboard.press('Escape');
  await expect(pcs.getByRole('button', { name: /^Renew/ })).toHaveCount(0);
});
