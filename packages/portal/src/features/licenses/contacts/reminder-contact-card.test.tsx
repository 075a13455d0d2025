import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { openAccount } from '#portal/testing/pages/open-account.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';

test('a customer sets a second contact for reminders, and removes it', async () => {
  const { server } = await openAccount((fakeServer) =>
    fakeServer.answer(reminderContacts.setReminderContact, ({ body }) => ({ address: body.address })),
  );
  const contactCard = page.getByRole('region', { name: 'Second contact for reminders' });
  await contactCard.getByRole('button', { name: 'Add contact' }).click();
  await contactCard.getByRole('textbox', { name: 'E-mail' }).fill('office@acme.example');
  await contactCard.getByRole('button', { name: 'Save contact' }).click();
  await expect.element(page.getByText('Reminders also go to office@acme.example')).toBeVisible();
  await expectAccessible();
  await contactCard.getByRole('button', { name: 'Change contact' }).click();
  await contactCard.getByRole('textbox', { name: 'E-mail' }).fill('');
  await contactCard.getByRole('button', { name: 'Save contact' }).click();
  await expect.element(page.getByText('Reminders no longer go to a second contact')).toBeVisible();
  expect(server.requests(reminderContacts.setReminderContact).map(({ body }) => body)).toEqual([
    { address: 'office@acme.example' },
    { address: null },
  ]);
});

test('the page behind the link in a reminder has a button that ends the reminders without signing in', async () => {
  const { server } = await openPortal({
    at: '/reminders/stop#token=abc',
    prepareServer: (fakeServer) => fakeServer.answer(reminderContacts.stopReminders, () => undefined),
  });
  await expect.element(page.getByRole('button', { name: 'Stop these reminders' })).toBeVisible();
  await expectAccessible();
  expect(server.requests(reminderContacts.stopReminders)).toEqual([]);
  await page.getByRole('button', { name: 'Stop these reminders' }).click();
  await expect.element(page.getByText('You get no more reminders')).toBeVisible();
  expect(server.requests(reminderContacts.stopReminders).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
});

test('if the link to stop reminders has expired, the page says so; if it is missing, the page asks for the code', async () => {
  const { screen } = await openPortal({
    at: '/reminders/stop#token=abc',
    prepareServer: (fakeServer) =>
      fakeServer.answer(reminderContacts.stopReminders, () => createRefusal('LINK_NOT_VALID')),
  });
  await page.getByRole('button', { name: 'Stop these reminders' }).click();
  await expect.element(page.getByText('This link no longer works')).toBeVisible();
  await screen.unmount();
  await openPortal({ at: '/reminders/stop' });
  await expect.element(page.getByLabelText('Code')).toBeVisible();
});

test('an entered address is restored after a reload, unless someone has saved another address in the meantime', async () => {
  const contactCard = page.getByRole('region', { name: 'Second contact for reminders' });
  const address = contactCard.getByRole('textbox', { name: 'E-mail' });
  const openCard = async (storedAddress: string | null) => {
    const portal = await openAccount((fakeServer) =>
      fakeServer.answer(reminderContacts.reminderContact, () => ({ address: storedAddress })),
    );
    await contactCard.getByRole('button', { name: /contact$/ }).click();
    return portal;
  };
  const { screen } = await openCard(null);
  await address.fill('office@acme.example');
  await screen.unmount();
  const reopenedPage = await openCard(null);
  await expect.element(address).toHaveValue('office@acme.example');
  await reopenedPage.screen.unmount();
  await openCard('boss@acme.example');
  await expect.element(address).toHaveValue('boss@acme.example');
});

test('a user creates a calendar, sees its address once, replaces the address, and ends the calendar', async () => {
  let createdAt: string | null = null;
  let createdCount = 0;
  const { screen } = await openPortal({
    at: '/account',
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.calendar, () => ({ createdAt }));
      server.answer(licenses.createCalendar, () => {
        createdAt = '2026-11-23T10:00:00.000Z';
        createdCount += 1;
        return { path: `/calendar/secret-${createdCount}.ics` };
      });
      server.answer(licenses.endCalendar, () => {
        createdAt = null;
        return undefined;
      });
    },
  });
  const calendarCard = screen.getByRole('region', { name: 'Calendar' });
  await calendarCard.getByRole('button', { name: 'Create calendar link' }).click();
  await expect.element(calendarCard.getByText(/\/calendar\/secret-1\.ics$/)).toBeVisible();
  await expectAccessible();
  await calendarCard.getByRole('button', { name: 'New link' }).click();
  await expect.element(calendarCard.getByText(/\/calendar\/secret-2\.ics$/)).toBeVisible();
  await expect.element(calendarCard.getByText(/secret-1/)).not.toBeInTheDocument();
  await calendarCard.getByRole('button', { name: 'End calendar' }).click();
  await expect.element(calendarCard.getByRole('button', { name: 'Create calendar link' })).toBeVisible();
  await expect.element(calendarCard.getByText(/secret-2/)).not.toBeInTheDocument();
});

test('the card shows since when the calendar exists, and shows an error when a change fails', async () => {
  const { screen } = await openPortal({
    at: '/account',
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.calendar, () => ({ createdAt: '2026-11-20T10:00:00.000Z' }));
      server.answer(licenses.endCalendar, () => createRefusal('INTERNAL'));
    },
  });
  const calendarCard = screen.getByRole('region', { name: 'Calendar' });
  await expect.element(calendarCard.getByText(/Your calendar was created on 20 Nov 2026/)).toBeVisible();
  await calendarCard.getByRole('button', { name: 'End calendar' }).click();
  await expect.element(calendarCard.getByText('The calendar was not changed')).toBeVisible();
});
