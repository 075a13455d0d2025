import { licenses } from '@basics/contract/licenses.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

test('a user creates a calendar, whose address is shown once, gives it a new one, and ends it', async () => {
  let createdAt: string | null = null;
  let made = 0;
  const { screen } = await openPortal({
    at: '/account',
    user: createUser('OEM'),
    answers: (server) => {
      answerLicenses(server);
      server.answer(licenses.calendar, () => ({ createdAt }));
      server.answer(licenses.createCalendar, () => {
        createdAt = '2026-11-23T10:00:00.000Z';
        made += 1;
        return { path: `/calendar/secret-${made}.ics` };
      });
      server.answer(licenses.endCalendar, () => {
        createdAt = null;
        return undefined;
      });
    },
  });
  const card = screen.getByRole('region', { name: 'Calendar' });
  await card.getByRole('button', { name: 'Create address' }).click();
  await expect.element(card.getByText(/\/calendar\/secret-1\.ics$/)).toBeVisible();
  await expectAccessible();
  await card.getByRole('button', { name: 'New address' }).click();
  await expect.element(card.getByText(/\/calendar\/secret-2\.ics$/)).toBeVisible();
  await expect.element(card.getByText(/secret-1/)).not.toBeInTheDocument();
  await card.getByRole('button', { name: 'End calendar' }).click();
  await expect.element(card.getByRole('button', { name: 'Create address' })).toBeVisible();
  await expect.element(card.getByText(/secret-2/)).not.toBeInTheDocument();
});

test('a change of the calendar that fails is shown, and a calendar that was created before is named', async () => {
  const { screen } = await openPortal({
    at: '/account',
    user: createUser('OEM'),
    answers: (server) => {
      answerLicenses(server);
      server.answer(licenses.calendar, () => ({ createdAt: '2026-11-20T10:00:00.000Z' }));
      server.answer(licenses.endCalendar, () => createRefusal('INTERNAL'));
    },
  });
  const card = screen.getByRole('region', { name: 'Calendar' });
  await expect.element(card.getByText(/You have a calendar since 20 Nov 2026/)).toBeVisible();
  await card.getByRole('button', { name: 'End calendar' }).click();
  await expect.element(card.getByText('The calendar was not changed')).toBeVisible();
});
