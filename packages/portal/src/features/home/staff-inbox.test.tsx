import { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerFigures, createCounts, createInbox } from '#portal/testing/records/figures.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses, createDay } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserRecord } from '#portal/testing/records/users.ts';
import { inbox } from '#portal/texts/inbox.ts';

const customer = { userId: 101, name: 'Grace Hopper', company: 'Harbour Design' };
const eventTime = '2026-03-10T12:00:00.000Z';
const fullInbox = createInbox({
  questions: { total: 1, items: [{ helpRequestId: 9, ...customer, machineName: 'CAD-07', askedAt: eventTime }] },
  requests: { total: 99, totalIsMinimum: true, items: [{ ...customer, userId: 201, requestDate: eventTime }] },
  failedMails: {
    total: 2,
    items: [
      { mailId: 3, ...customer, subject: 'Your licence', at: eventTime, openedSince: true },
      { mailId: 6, ...customer, subject: 'Your question', at: eventTime, canSend: 'sameMail' },
    ],
  },
  ending: {
    total: 2,
    items: [
      {
        licenseId: 4,
        ...customer,
        machineName: 'WS-1',
        expiryDate: createDay(12),
        deputyFor: 'Mary Ward',
        canRenew: true,
      },
      { licenseId: 5, ...customer, machineName: 'TRIAL-1', expiryDate: createDay(13), canRenew: false },
    ],
  },
  neverActivated: { total: 1, items: [{ ...customer, userId: 103, name: 'Mary Ward', createdAt: eventTime }] },
  gaps: { total: 1, items: [{ country: 'NO', brand: 'red', people: 3 }] },
});

const openHome = (prepareServer: (server: FakeServer) => void) =>
  openPortal({
    at: '/',
    user: createUser('Salesman'),
    prepareServer: (server) => {
      answerFigures(server);
      server.answer(staffInbox.counts, () => createCounts(fullInbox));
      prepareServer(server);
    },
  });

const locateSection = (name: RegExp) => page.getByRole('region', { name });

test('the inbox shows each kind of record that waits for staff, with a button that completes the record, and the window title contains the number of records', async () => {
  await openHome((server) => server.answer(staffInbox.inbox, () => fullInbox));
  const expectLink = (name: RegExp, action: RegExp) =>
    expect.poll(() => locateSection(name).getByRole('link', { name: action }).element().getAttribute('href'));
  await expectLink(/^Customers who wait for help \(1\)/, /^Answer/).toBe('/help-requests?request=9');
  await expectLink(/^Account requests \(99\+\)/, /^Decide/).toBe('/requests?request=201');
  await expectLink(/^E-mails that could not be sent/, /^Open customer/).toBe('/users/101');
  await expect.element(locateSection(/^Licences that end/)).toMatchTextContent(/for Mary Ward.*WS-1.*ends in 12 days/);
  await expectLink(/^Licences that end/, /^Open customer/).toBe('/users/101');
  await expect.element(locateSection(/^Customers without a salesman/)).toMatchTextContent(/Norway, Basics Red/);
  // The palette and screen readers list the links of several countries, so each link names its country.
  await expectLink(/^Customers without a salesman/, /^Assign a salesman Norway, Basics Red$/).toMatch(
    /country-salesman/,
  );
  await expect.poll(() => document.title).toMatch(/^\(102\+\) Home/);
  await expectAccessible();
});

test('the inbox can renew and send a licence, send an e-mail again and invite a user again without leaving the page', async () => {
  const { server } = await openHome((fakeServer) => {
    fakeServer.answer(staffInbox.inbox, () => fullInbox);
    fakeServer.answer(bulkLicenses.changeMany, () => ({
      results: [{ id: 4, outcome: 'done' as const, effect: 'renewed' as const, expiryDate: '2028-03-01' }],
    }));
    fakeServer.answer(users.invite, () => createUserRecord({ userId: 103 }));
    fakeServer.answer(mail.repeat, () => undefined);
  });
  await page.getByRole('button', { name: /^Renew…/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Renew WS-1' });
  await expect.element(sheet).toMatchTextContent(/1 is renewed.*WS-1, Grace Hopper.* → 1 March 2028/);
  await sheet.getByRole('button', { name: 'Renew 1 and send' }).click();
  await expect
    .element(page.getByText('WS-1 is renewed until 1 March 2028. The files are on their way to Grace Hopper'))
    .toBeVisible();
  expect(server.requests(bulkLicenses.changeMany).map(({ body }) => body)).toEqual(
    [true, false].map((preview) => ({ ids: [4], change: 'renewAndSend', preview })),
  );
  await page.getByRole('button', { name: 'Send again Your question Grace Hopper' }).click();
  await expect.poll(() => server.requests(mail.repeat).map(({ params }) => params)).toEqual([{ id: 101, mailId: 6 }]);
  await page.getByRole('button', { name: /^Invite again/ }).click();
  await expect.poll(() => server.requests(users.invite).map(({ params }) => params.id)).toEqual([103]);
});

test('staff see all failed e-mails, and can remove from the inbox the e-mails that they do not want to send again', async () => {
  const mails = Array.from({ length: 7 }, (_, index) => ({
    mailId: index + 1,
    ...customer,
    subject: `Reminder ${index + 1}`,
    at: eventTime,
  }));
  const { server } = await openHome((fakeServer) => {
    fakeServer.answer(staffInbox.inbox, () => createInbox({ failedMails: { total: 7, items: mails } }));
    fakeServer.answer(mail.dismiss, () => undefined);
  });
  const failedMails = locateSection(/^E-mails that could not be sent/);
  await expect
    .element(failedMails.getByRole('button', { name: 'Remove from inbox Reminder 5 Grace Hopper' }))
    .toBeVisible();
  expect(failedMails.getByText(/Reminder 6/).elements()).toEqual([]);
  await failedMails.getByRole('button', { name: /^Show all/ }).click();
  await failedMails.getByRole('button', { name: 'Remove from inbox Reminder 7 Grace Hopper' }).click();
  await expect.poll(() => server.requests(mail.dismiss).map(({ params }) => params)).toEqual([{ id: 101, mailId: 7 }]);
  await expect.element(page.getByText('The e-mail to Grace Hopper was removed from your inbox')).toBeVisible();
});

test('when a user returns to the home page, the inbox is shown at once without a placeholder, so that the scroll position is restored', async () => {
  const { router } = await openHome((server) => {
    server.answer(staffInbox.inbox, () => fullInbox);
    answerLicenses(server);
  });
  await expect.element(locateSection(/^Account requests/)).toBeVisible();
  await router.navigate({ to: '/account' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  const addedTexts: string[] = [];
  const observer = new MutationObserver((mutations) =>
    mutations.forEach(({ addedNodes }) => addedNodes.forEach((node) => addedTexts.push(node.textContent ?? ''))),
  );
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  router.history.back();
  await expect.element(locateSection(/^Account requests/)).toBeVisible();
  expect(addedTexts.some((text) => text.includes('Account requests'))).toBe(true);
  expect(addedTexts.filter((text) => text.includes(inbox.loading))).toEqual([]);
});

test('an empty inbox shows a message', async () => {
  await openHome((server) => server.answer(staffInbox.counts, () => createCounts(createInbox())));
  await expect.element(page.getByText('Your inbox is empty')).toBeVisible();
  expect(document.title).toMatch(/^Home/);
});
