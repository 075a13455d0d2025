import { licenses } from '@basics/contract/licenses/licenses.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

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
  await calendarCard.getByRole('button', { name: 'Create address' }).click();
  await expect.element(calendarCard.getByText(/\/calendar\/secret-1\.ics$/)).toBeVisible();
  await expectAccessible();
  await calendarCard.getByRole('button', { name: 'New address' }).click();
  await expect.element(calendarCard.getByText(/\/calendar\/secret-2\.ics$/)).toBeVisible();
  await expect.element(calendarCard.getByText(/secret-1/)).not.toBeInTheDocument();
  await calendarCard.getByRole('button', { name: 'End calendar' }).click();
  await expect.element(calendarCard.getByRole('button', { name: 'Create address' })).toBeVisible();
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
