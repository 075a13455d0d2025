import { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerFigures, createCounts, createInbox } from '#portal/testing/records/figures.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createHelpCase } from '#portal/testing/records/help-requests.ts';
import { answerLicenses, createDay } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant, createUserRecord } from '#portal/testing/records/users.ts';
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
        expiryDate: createDay(2),
        deputyFor: 'Mary Ward',
        canRenew: true,
      },
      { licenseId: 5, ...customer, machineName: 'TRIAL-1', expiryDate: createDay(6), canRenew: false },
    ],
  },
  followUps: {
    total: 1,
    items: [{ noteId: 7, ...customer, companyId: null, text: 'Call about three PCs', day: createDay(0) }],
  },
  lostPcs: { total: 1, items: [{ machineId: 8, ...customer, machineName: 'LOST-1', seenAt: eventTime }] },
  neverActivated: { total: 1, items: [{ ...customer, userId: 103, name: 'Mary Ward', createdAt: eventTime }] },
  gaps: {
    total: 2,
    items: [
      { country: 'NO', brand: 'red', people: 3 },
      { country: 'FI', brand: 'blue', people: 1 },
    ],
  },
});

const openHome = (prepareServer: (server: FakeServer) => void, change: Parameters<typeof createUser>[1] = {}) =>
  openPortal({
    at: '/',
    user: createUser('Salesman', change),
    prepareServer: (server) => {
      answerFigures(server);
      server.answer(staffInbox.counts, () => createCounts(fullInbox));
      prepareServer(server);
    },
  });

const queue = page.getByRole('navigation', { name: 'Work for today' });
const locateRow = (name: RegExp) => queue.getByRole('link', { name });
const item = page.getByRole('article');

test('the queue lists the work by urgency, all gaps in coverage are one row that is no work for today, the open item is beside it, and the numbers of the page lead to lists (T891)', async () => {
  await page.viewport(1280, 800);
  await openHome((server) => {
    server.answer(staffInbox.inbox, () => fullInbox);
  });
  await expect.element(page.getByRole('heading', { level: 1, name: '8 for today' })).toBeVisible();
  const headings = queue.getByRole('heading').elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Lost PCs in use 1',
    'Help requests 1',
    'Account requests 1',
    'Renewals at risk 2',
    'Failed e-mails 2',
    'Follow-ups due 1',
    'Later 1',
  ]);
  await expect.element(locateRow(/WS-1/)).toMatchTextContent(/for Mary Ward · WS-1 expires in 2 days/);
  await expect.element(locateRow(/CAD-07/)).toMatchTextContent(/waits too long/);
  await expect.element(locateRow(/LOST-1/)).toHaveAttribute('data-current', 'true');
  await expect.element(item.getByRole('link', { name: 'Open customer Grace Hopper' })).toBeVisible();
  const figures = page.getByRole('list', { name: 'Figures' });
  await expect
    .element(figures.getByRole('link', { name: /^Unused invitations 1/ }))
    .toHaveAttribute('href', expect.stringContaining('status=approved'));
  await expect.element(figures.getByRole('link', { name: /^Expiring in 30 days 2/ })).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^\(104\+\) Home/);
  await expectAccessible();
});

test('the gaps in coverage and a help request open beside the queue with the button that completes them', async () => {
  await page.viewport(1280, 800);
  await openHome((server) => {
    server.answer(staffInbox.inbox, () => fullInbox);
    answerUsers(server, createUser('Salesman').permissions, []);
    server.answer(helpRequests.get, () => createHelpCase());
  });
  await locateRow(/^2 gaps in coverage.*Norway, Basics Red/).click();
  await expect.element(item.getByRole('link', { name: 'Open coverage' })).toBeVisible();
  await expect
    .element(item.getByRole('link', { name: 'Assign a salesman Norway, Basics Red' }))
    .toHaveAttribute('href', expect.stringContaining('/country-salesman?add'));
  await locateRow(/CAD-07/).click();
  await expect.element(item.getByRole('heading', { level: 2, name: /Grace Hopper|Ada/ })).toBeVisible();
  await expect.element(item.getByRole('button', { name: 'Send reply' })).toBeVisible();
  expect(item.getByRole('textbox').elements()).toEqual([]);
  await expectAccessible();
});

test('a queue that is higher than its window ends with a whole row', async () => {
  await page.viewport(1280, 700);
  await openRequests();
  await expect.element(locateRow(/Applicant13 /)).toBeInTheDocument();
  const end = queue.element().parentElement?.getBoundingClientRect().bottom ?? 0;
  const cutRows = queue
    .getByRole('link')
    .elements()
    .map((row) => row.getBoundingClientRect())
    .filter(({ top, bottom }) => top < end - 1 && bottom > end + 1);
  expect(cutRows).toEqual([]);
  expect(
    locateRow(/Applicant13 /)
      .element()
      .getBoundingClientRect().top,
  ).toBeGreaterThanOrEqual(end - 1);
});

test.each([
  [1280, 600],
  [390, 600],
])(
  'the footer of a help request covers no control that gets the focus, in a window of %i by %i pixels (T951)',
  async (width, height) => {
    await page.viewport(width, height);
    await openHome((server) => {
      server.answer(staffInbox.inbox, () => fullInbox);
      answerUsers(server, createUser('Salesman').permissions, []);
      server.answer(helpRequests.get, () => createHelpCase());
    });
    await locateRow(/CAD-07/).click();
    await item.getByText('Details').click();
    await item.getByRole('button', { name: 'Send reply' }).click();
    const controls = item.element().querySelectorAll<HTMLElement>('a[href], button:enabled, input, select, textarea');
    expect(controls.length).toBeGreaterThan(4);
    for (const control of controls) {
      control.focus();
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, bottom - 3);
      expect(control.contains(hit) || bottom - top > height / 2, control.textContent).toBe(true);
    }
  },
);

test('the queue can renew a licence, send an e-mail again, remove an e-mail and close a follow-up; what is done is listed below', async () => {
  await page.viewport(1280, 800);
  const { server } = await openHome((fakeServer) => {
    fakeServer.answer(staffInbox.inbox, () =>
      createInbox({ ending: fullInbox.ending, failedMails: fullInbox.failedMails, followUps: fullInbox.followUps }),
    );
    fakeServer.answer(bulkLicenses.changeMany, () => ({
      results: [{ id: 4, outcome: 'done' as const, effect: 'renewed' as const, expiryDate: '2028-03-01' }],
    }));
    fakeServer.answer(mail.repeat, () => undefined);
    fakeServer.answer(mail.dismiss, () => undefined);
    fakeServer.answer(notes.changeNote, () => createRefusal('RESULTS_NOT_FOUND'));
  });
  await expect.element(item.getByRole('button', { name: /^Renew…/ })).toBeVisible();
  await userEvent.keyboard('n');
  const sheet = page.getByRole('dialog', { name: 'Renew WS-1' });
  await sheet.getByRole('button', { name: 'Renew and send' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: '4 for today' })).toBeVisible();
  expect(
    server
      .requests(bulkLicenses.changeMany)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([true, false].map((preview) => ({ ids: [4], change: 'renewAndSend', preview })));
  await locateRow(/Your question/).click();
  await item.getByRole('button', { name: 'Send again Your question Grace Hopper' }).click();
  await expect.poll(() => server.requests(mail.repeat).map(({ params }) => params)).toEqual([{ id: 101, mailId: 6 }]);
  await locateRow(/Your licence/).click();
  await expect.element(item.getByText('Your licence')).toBeVisible();
  await userEvent.keyboard('e');
  await expect.poll(() => server.requests(mail.dismiss).map(({ params }) => params)).toEqual([{ id: 101, mailId: 3 }]);
  await locateRow(/Call about three PCs/).click();
  await item.getByRole('button', { name: 'Done Call about three PCs Grace Hopper' }).click();
  await expect
    .poll(() => server.requests(notes.changeNote).map(({ params, body }) => [params, body]))
    .toEqual([[{ id: 101, noteId: 7 }, { isDone: true }]]);
  await page.getByText('3 done').click();
  const done = page.getByRole('list', { name: 'Done today' });
  await expect.element(done).toMatchTextContent(/The e-mail to Grace Hopper was removed from your queue/);
  await expect.element(done).toMatchTextContent(/WS-1 of Grace Hopper was renewed/);
  await expectAccessible();
});

test('a licence whose renewal is refused stays in the queue, and the sheet says why', async () => {
  await page.viewport(1280, 800);
  const { server } = await openHome((fakeServer) => {
    fakeServer.answer(staffInbox.inbox, () => createInbox({ ending: fullInbox.ending }));
    fakeServer.answer(bulkLicenses.changeMany, ({ body }) => ({
      results: [
        body.preview
          ? { id: 4, outcome: 'done' as const, effect: 'renewed' as const, expiryDate: '2028-03-01' }
          : { id: 4, outcome: 'refused' as const, message: 'The account is suspended.' },
      ],
    }));
  });
  await item.getByRole('button', { name: /^Renew…/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Renew WS-1' });
  await sheet.getByRole('button', { name: 'Renew and send' }).click();
  await expect
    .poll(() => server.requests(bulkLicenses.changeMany).filter(({ body }) => !body.sample && !body.preview).length)
    .toBe(1);
  await expect.element(sheet).toMatchTextContent(/The account is suspended\./);
  await expect.element(page.getByRole('heading', { level: 1, name: '2 for today' })).toBeInTheDocument();
});

const applicants = Array.from({ length: 13 }, (_, index) =>
  createApplicant({ userId: 201 + index, firstName: `Applicant${index + 1}` }),
);

/** Opens the home page of a salesman with 13 requests. A request that is approved is no longer in the inbox. */
const openRequests = (prepareServer: (server: FakeServer) => void = () => {}) => {
  const decided = new Set<number>();
  return openHome((server) => {
    answerRequests(server, applicants);
    answerUsers(server, createUser('Salesman').permissions, []);
    server.answer(requests.approve, ({ params }) => {
      decided.add(params.id);
      return {
        ...createUserRecord({ userId: params.id, status: 'approved' }),
        undo: { id: `act-${params.id}`, until: '2026-03-10T12:00:10.000Z' },
      };
    });
    server.answer(undo.undo, ({ params }) => {
      decided.delete(Number(params.id.split('-')[1]));
      return { results: [{ id: 1, outcome: 'done' as const }], remains: [] };
    });
    server.answer(staffInbox.inbox, () => {
      const waiting = applicants.filter(({ userId }) => !decided.has(userId));
      const items = waiting.map(({ userId, firstName, lastName, company }) => ({
        userId,
        name: `${firstName} ${lastName}`,
        company,
        requestDate: eventTime,
      }));
      return createInbox({ requests: { total: items.length, items } });
    });
    prepareServer(server);
  });
};

test('13 requests are decided in at most 15 keys', async () => {
  await page.viewport(1280, 800);
  const { server } = await openRequests();
  let presses = 0;
  const press = async (key: string): Promise<void> => {
    presses += 1;
    await userEvent.keyboard(key);
  };
  for (let index = 1; index <= 13; index += 1) {
    const title = item.getByRole('heading', { name: new RegExp(`Applicant${index} `) });
    await expect.element(title).toBeVisible();
    await expect.element(item.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled', 'true');
    await press('a');
  }
  await expect.element(page.getByRole('heading', { level: 1, name: 'All done' })).toBeVisible();
  await expect.element(page.getByText('Nothing waits for you')).toBeVisible();
  expect(presses).toBeLessThanOrEqual(15);
  await expect
    .poll(() => server.requests(requests.approve).map(({ params }) => params.id))
    .toEqual(applicants.map(({ userId }) => userId));
});

test('U undoes the last approval', async () => {
  await page.viewport(1280, 800);
  await openRequests();
  await expect.element(item.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('a');
  await expect.element(item.getByRole('heading', { name: /Applicant2 / })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: '12 for today' })).toBeVisible();
  await userEvent.keyboard('u');
  await expect.element(page.getByRole('heading', { level: 1, name: '13 for today' })).toBeVisible();
  await expectAccessible();
});

test('J and K open the next and the previous item, and H puts an item off, also after a reload', async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  await openRequests();
  await expect.element(locateRow(/Applicant1 /)).toHaveAttribute('data-current', 'true');
  await userEvent.keyboard('j');
  await expect.element(locateRow(/Applicant2 /)).toHaveAttribute('data-current', 'true');
  await expect.element(locateRow(/Applicant2 /)).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(item.getByRole('heading', { name: /Applicant1 / })).toBeVisible();
  await userEvent.keyboard('h');
  await page.getByRole('dialog', { name: 'Snooze until' }).getByRole('button', { name: 'In a week' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: '12 for today' })).toBeVisible();
  await expect.element(item.getByRole('heading', { name: /Applicant2 / })).toBeVisible();
  expect(localStorage.getItem(`snoozed ${createUser('Salesman').userId}`)).toMatch(/^\{"request-201":\d+\}$/);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: '13 for today' })).toBeVisible();
});

test('in a narrow window, an item of the queue is a page of its own with a way back', async () => {
  await page.viewport(390, 844);
  const { address } = await openRequests();
  await expect.element(locateRow(/Applicant3 /)).toBeVisible();
  expect(item.elements()).toEqual([]);
  await expectAccessible();
  await locateRow(/Applicant3 /).click();
  await expect.poll(address).toBe('/?item=request-203');
  await expect.element(item.getByRole('heading', { name: /Applicant3 / })).toBeVisible();
  await expect.poll(() => queue.elements()).toEqual([]);
  await expectAccessible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect.element(locateRow(/Applicant3 /)).toBeVisible();
  expect(address()).toBe('/');
});

test('when a user returns to the home page, the queue is shown at once without a placeholder, so that the scroll position is restored', async () => {
  const { router } = await openRequests(answerLicenses);
  await expect.element(locateRow(/Applicant1 /)).toBeVisible();
  await router.navigate({ to: '/account' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  const addedTexts: string[] = [];
  const observer = new MutationObserver((mutations) =>
    mutations.forEach(({ addedNodes }) => addedNodes.forEach((node) => addedTexts.push(node.textContent ?? ''))),
  );
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  router.history.back();
  await expect.element(locateRow(/Applicant1 /)).toBeVisible();
  expect(addedTexts.some((text) => text.includes('Account requests'))).toBe(true);
  expect(addedTexts.filter((text) => text.includes(inbox.loading))).toEqual([]);
});

test('an empty queue says so, and tells a salesman without a country why', async () => {
  await openHome((server) => server.answer(staffInbox.counts, () => createCounts(createInbox())), {
    hasNoCountry: true,
  });
  await expect.element(page.getByText('Nothing waits for you')).toBeVisible();
  await expect.element(page.getByText('No country is assigned to you yet')).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^Home/);
  await expectAccessible();
});
