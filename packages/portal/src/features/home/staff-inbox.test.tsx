import { staffInbox } from '@basics/contract/inbox.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { mail } from '@basics/contract/mail.ts';
import { users } from '@basics/contract/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerFigures, createCounts, createInbox } from '#portal/testing/figures.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createDay, createLicense } from '#portal/testing/licenses.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserRecord } from '#portal/testing/users.ts';

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
    total: 1,
    items: [{ licenseId: 4, ...customer, machineName: 'WS-1', expiryDate: createDay(12), deputyFor: 'Mary Ward' }],
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

test('the inbox shows each kind of open work with its action, and the window title contains the count', async () => {
  await openHome((server) => server.answer(staffInbox.inbox, () => fullInbox));
  const expectLink = (name: RegExp, action: RegExp) =>
    expect.poll(() => locateSection(name).getByRole('link', { name: action }).element().getAttribute('href'));
  await expectLink(/^Customers who wait for help \(1\)/, /^Answer/).toBe('/help-requests?request=9');
  await expectLink(/^Account requests \(99\+\)/, /^Decide/).toBe('/requests?request=201');
  await expectLink(/^E-mails that could not be sent/, /^Open customer/).toBe('/users/101');
  await expect.element(locateSection(/^Licences that end/)).toMatchTextContent(/for Mary Ward.*WS-1.*ends in 12 days/);
  await expect.element(locateSection(/^Customers without a salesman/)).toMatchTextContent(/Norway, Basics Red/);
  await expect.poll(() => document.title).toMatch(/^\(102\+\) Home/);
  await expectAccessible();
});

test('the inbox can renew and send a licence, send an e-mail again and invite a user again without leaving the page', async () => {
  const license = createLicense({ userId: 101, licenseId: 5 });
  const { server } = await openHome((fakeServer) => {
    fakeServer.answer(staffInbox.inbox, () => fullInbox);
    fakeServer.answer(licenses.renew, () => license);
    fakeServer.answer(licenses.send, () => license);
    fakeServer.answer(users.invite, () => createUserRecord({ userId: 103 }));
    fakeServer.answer(mail.repeat, () => undefined);
  });
  await page.getByRole('button', { name: /^Renew and send/ }).click();
  await expect.poll(() => server.requests(licenses.send).map(({ params }) => params.licenseId)).toEqual([5]);
  await page.getByRole('button', { name: 'Send again Your question Grace Hopper' }).click();
  await expect.poll(() => server.requests(mail.repeat).map(({ params }) => params)).toEqual([{ id: 101, mailId: 6 }]);
  await page.getByRole('button', { name: /^Invite again/ }).click();
  await expect.poll(() => server.requests(users.invite).map(({ params }) => params.id)).toEqual([103]);
});

test('an empty inbox shows a message', async () => {
  await openHome((server) => server.answer(staffInbox.counts, () => createCounts(createInbox())));
  await expect.element(page.getByText('Nothing waits for you')).toBeVisible();
  expect(document.title).toMatch(/^Home/);
});
