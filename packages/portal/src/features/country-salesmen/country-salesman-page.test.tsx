import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import {
  answerAssignments,
  assignmentOptions,
  createAssignmentPage,
  createAssignment,
  dahl,
  openAssignmentsPage,
} from '#portal/testing/records/assignments.ts';
import type { AssignmentsOpening } from '#portal/testing/records/assignments.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';

const allAssignments = [
  createAssignment(),
  createAssignment({ id: 2, country: 'NO', brand: 'red', salesman: dahl }),
  createAssignment({ id: 3, country: 'BR', continent: 'Americas', salesman: dahl }),
];

const openAssignments = (options: Omit<AssignmentsOpening, 'assignments'> = {}) =>
  openAssignmentsPage({ ...options, assignments: allAssignments });

test('each assignment shows its country, continent, brand and salesman, and how many users and open requests these have, nothing for 0 (T108)', async () => {
  const { screen } = await openAssignments({
    prepareServer: (server) =>
      server.answer(countrySalesmen.coverage, () => ({
        rows: [
          {
            country: 'IT',
            continent: 'Europe',
            brands: [{ brand: 'blue', salesmen: [], users: 17, requests: 3 }],
          },
          { country: 'NO', continent: 'Europe', brands: [{ brand: 'red', salesmen: [], users: 0, requests: 0 }] },
        ],
      })),
  });
  await expect
    .element(screen.getByRole('row', { name: /Italy/ }))
    .toMatchTextContent(/Italy.*Europe.*Basics Blue.*Anna Rossi.*17.*3/);
  await expect.element(screen.getByRole('row', { name: /Norway/ })).toMatchTextContent(/Basics Red.*Lars Dahl/);
  await expect.element(screen.getByRole('row', { name: /Norway/ })).not.toMatchTextContent('0');
  await expectAccessible();
});

test('the outline of a table is shown while the list is loading', async () => {
  const { screen } = await openAssignments({
    prepareServer: (server) => server.answer(countrySalesmen.search, () => new Promise(() => {})),
  });
  await expect.element(screen.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeInTheDocument();
});

test('an empty list shows a message', async () => {
  const { screen } = await openAssignments({
    prepareServer: (server) => server.answer(countrySalesmen.search, () => createAssignmentPage()),
  });
  await expect.element(screen.getByText('No assignments yet')).toBeVisible();
  await expectAccessible();
});

test('a list that cannot be loaded shows the specified message and can be retried (T107)', async () => {
  const { screen, server } = await openAssignments({
    prepareServer: (fakeServer) => fakeServer.answer(countrySalesmen.search, () => createRefusal('INTERNAL')),
  });
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/Failed to fetch Country\/Salesman/);
  answerAssignments(server, ...allAssignments);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('row', { name: /Italy/ })).toBeVisible();
});

test('options that cannot be loaded show an error, and the list stays (T109)', async () => {
  const { screen } = await openAssignments({
    prepareServer: (server) => server.answer(countrySalesmen.options, () => createRefusal('INTERNAL')),
  });
  await expect.element(screen.getByText('Failed to fetch Countries, Brands and Salesmen')).toBeVisible();
  await expect.element(screen.getByText('Anna Rossi')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add assignment' })).not.toBeInTheDocument();
});

test.each(['Administrator', 'Salesman'] as const)(
  'the layout does not shift for the %s when the options load',
  async (profile) => {
    const { promise, resolve } = Promise.withResolvers<typeof assignmentOptions>();
    const { screen } = await openAssignments({
      user: createUser(profile, { userId: 3 }),
      prepareServer: (server) => server.answer(countrySalesmen.options, () => promise),
    });
    const addButton = screen.getByRole('button', { name: 'Add assignment' });
    await expect.element(addButton).toBeDisabled();
    const search = screen.getByRole('searchbox').element();
    const { top } = search.getBoundingClientRect();
    resolve(assignmentOptions);
    await expect.element(addButton).toBeEnabled();
    await expect.element(screen.getByRole('row', { name: /Italy/ })).toBeVisible();
    expect(search.getBoundingClientRect().top).toBe(top);
  },
);

test('filters appear in the address and as chips that can be removed', async () => {
  const { screen, address } = await openAssignments();
  await screen.getByRole('combobox', { name: 'Brand' }).selectOptions('Basics Red');
  await expect.poll(address).toBe('/country-salesman?brand=red');
  await expect.element(screen.getByRole('row', { name: /Brazil/ })).not.toBeInTheDocument();
  await screen.getByRole('combobox', { name: 'Salesman' }).selectOptions('Lars Dahl');
  await expect.poll(address).toBe('/country-salesman?brand=red&salesmanId=3');
  await expect.element(screen.getByText('1 assignment', { exact: true })).toBeInTheDocument();
  // While the second filter is applied, the rows of the first are dimmed.
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Remove filter Brand: Basics Red' }).click();
  await expect.poll(address).toBe('/country-salesman?salesmanId=3');
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/country-salesman');
  await expect.element(screen.getByRole('row', { name: /Italy/ })).toBeVisible();
});

test('a search without results can be cleared', async () => {
  const { screen, address } = await openAssignments({ at: '/country-salesman?keyword=nowhere&brand=red' });
  await expect.element(screen.getByText('Results not found')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear all' }).last().click();
  await expect.poll(address).toBe('/country-salesman');
  await expect.element(screen.getByRole('searchbox')).toHaveValue('');
});

test('the sort order is kept in the address and sent to the server', async () => {
  const { screen, address, server } = await openAssignments();
  await screen.getByRole('columnheader', { name: 'Salesman' }).getByRole('link').click();
  await expect.poll(address).toBe('/country-salesman?sort.field=salesman&sort.direction=asc');
  await expect
    .poll(() => server.requests(countrySalesmen.search).at(-1)?.body.sort)
    .toEqual({ field: 'salesman', direction: 'asc' });
});

test('a salesman can edit only the assigned countries', async () => {
  const { screen } = await openAssignments({ user: createUser('Salesman', { userId: 3 }) });
  await expect.element(screen.getByRole('button', { name: /^Edit Norway/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Edit Italy/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('checkbox', { name: /^Select Italy/ })).not.toBeInTheDocument();
  const rows = screen.getByRole('table').element().querySelectorAll('tbody tr');
  const heights = [...rows].map((row) => Math.round(row.getBoundingClientRect().height));
  expect(new Set(heights).size, 'rows with and without buttons').toBe(1);
  await expectAccessible();
});

test('a salesman without any country sees a message', async () => {
  const { screen } = await openAssignments({ user: createUser('Salesman', { userId: 77 }) });
  await expect.element(screen.getByText(/No country is assigned to you/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add assignment' })).not.toBeInTheDocument();
});

test('Escape clears the selection, and Shift selects a range in both directions', async () => {
  const { screen } = await openAssignments();
  const [italy, brazil] = [/^Select Italy/, /^Select Brazil/].map((name) => screen.getByRole('checkbox', { name }));
  for (const [from, to] of [
    [italy, brazil],
    [brazil, italy],
  ]) {
    await from?.click();
    await userEvent.keyboard('{Shift>}');
    await to?.click();
    await userEvent.keyboard('{/Shift}');
    await expect.element(screen.getByText('3 selected')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByText('3 selected')).not.toBeInTheDocument();
  }
});
