import { reminderContacts } from '@basics/contract/reminder-contacts.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { openOwnPcs } from '#portal/testing/user-machines.tsx';

test('a customer sets a second contact for reminders, and removes it', async () => {
  const { server } = await openOwnPcs([], (fakeServer) =>
    fakeServer.answer(reminderContacts.setReminderContact, ({ body }) => ({ address: body.address })),
  );
  const card = page.getByRole('region', { name: 'Second contact for reminders' });
  await card.getByRole('textbox', { name: 'E-mail' }).fill('office@acme.example');
  await card.getByRole('button', { name: 'Save contact' }).click();
  await expect.element(page.getByText('Reminders also go to office@acme.example')).toBeVisible();
  await expectAccessible();
  await card.getByRole('textbox', { name: 'E-mail' }).fill('');
  await card.getByRole('button', { name: 'Save contact' }).click();
  await expect.element(page.getByText('Reminders no longer go to a second contact')).toBeVisible();
  expect(server.requests(reminderContacts.setReminderContact).map(({ body }) => body)).toEqual([
    { address: 'office@acme.example' },
    { address: null },
  ]);
});
