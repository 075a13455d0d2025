import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import {
  answerAssignments,
  assignmentOptions,
  assignmentPage,
  assignmentWith,
  dahl,
} from '#portal/testing/assignments.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const all = [
  assignmentWith(),
  assignmentWith({ id: 2, country: 'NO', brand: 'red', salesman: dahl }),
  assignmentWith({ id: 3, country: 'BR', continent: 'Americas', salesman: dahl }),
];

type Opening = { at?: string; user?: ReturnType<typeof userWith>; answers?: (server: FakeServer) => void };

const open = ({ at = '/country-salesman', user = userWith('Administrator'), answers = () => {} }: Opening = {}) =>
  openPortal({
    at,
    user,
    answers: (server) => {
      answerAssignments(server, ...all);
      answers(server);
    },
  });

test('each assignment shows its country, continent, brand and salesman', async () => {
  const { screen } = await open();
  await expect
    .element(screen.getByRole('row', { name: /Italy/ }))
    .toMatchTextContent(/Italy.*Europe.*Basics Blue.*Anna Rossi/);
  await expect.element(screen.getByRole('row', { name: /Norway/ })).toMatchTextContent(/Basics Red.*Lars Dahl/);
  await expectAccessible();
});

test.each([390, 320])(
  'in a window of %i pixels the rows are cards that fit, also while one is written',
  async (width) => {
    await page.viewport(width, 800);
    const { screen } = await open();
    await screen.getByRole('button', { name: 'Edit Italy, Basics Blue, Anna Rossi' }).click();
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await screen.getByRole('button', { name: 'Filters' }).click();
    await expect.element(screen.getByLabelText('Continent')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('while nothing has arrived there is the outline of a table', async () => {
  const { screen } = await open({
    answers: (server) => server.answer(countrySalesmen.search, () => new Promise(() => {})),
  });
  await expect.element(screen.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeInTheDocument();
});

test('without any assignment it says where requests go meanwhile', async () => {
  const { screen } = await open({ answers: (server) => server.answer(countrySalesmen.search, () => assignmentPage()) });
  await expect.element(screen.getByText('No assignments yet')).toBeVisible();
  await expectAccessible();
});

test('a list that does not come says so in the specified words and can be asked for again', async () => {
  const { screen, server } = await open({
    answers: (failing) => failing.answer(countrySalesmen.search, () => refusal('INTERNAL')),
  });
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/Failed to fetch Country\/Salesman/);
  answerAssignments(server, ...all);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('row', { name: /Italy/ })).toBeVisible();
});

test('options that do not come say so, and the list stays', async () => {
  const { screen } = await open({
    answers: (server) => server.answer(countrySalesmen.options, () => refusal('INTERNAL')),
  });
  await expect.element(screen.getByText('Failed to fetch Countries, Brands and Salesmen')).toBeVisible();
  await expect.element(screen.getByText('Anna Rossi')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add assignment' })).not.toBeInTheDocument();
});

test.each(['Administrator', 'Salesman'] as const)('nothing moves for the %s when the options come', async (profile) => {
  const { promise, resolve } = Promise.withResolvers<typeof assignmentOptions>();
  const { screen } = await open({
    user: userWith(profile, { userId: 3 }),
    answers: (server) => server.answer(countrySalesmen.options, () => promise),
  });
  const add = screen.getByRole('button', { name: 'Add assignment' });
  await expect.element(add).toBeDisabled();
  const search = screen.getByRole('searchbox').element();
  const { top } = search.getBoundingClientRect();
  resolve(assignmentOptions);
  await expect.element(add).toBeEnabled();
  await expect.element(screen.getByRole('row', { name: /Italy/ })).toBeVisible();
  expect(search.getBoundingClientRect().top).toBe(top);
});

test('filters stand in the address and as chips that can be taken out', async () => {
  const { screen, address } = await open();
  await screen.getByLabelText('Continent').selectOptions('Europe');
  await expect.poll(address).toBe('/country-salesman?continent=Europe');
  await expect.element(screen.getByRole('row', { name: /Brazil/ })).not.toBeInTheDocument();
  await screen.getByLabelText('Salesman').selectOptions('Lars Dahl');
  await expect.poll(address).toBe('/country-salesman?continent=Europe&salesmanId=3');
  await expect.element(screen.getByText('1 assignment found')).toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Remove filter Continent: Europe' }).click();
  await expect.poll(address).toBe('/country-salesman?salesmanId=3');
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/country-salesman');
  await expect.element(screen.getByRole('row', { name: /Italy/ })).toBeVisible();
});

test('a search that finds nothing offers to take everything back', async () => {
  const { screen, address } = await open({ at: '/country-salesman?keyword=nowhere&brand=red' });
  await expect.element(screen.getByText('Results not found')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear all' }).last().click();
  await expect.poll(address).toBe('/country-salesman');
  await expect.element(screen.getByRole('searchbox')).toHaveValue('');
});

test('the order stands in the address and is asked of the server', async () => {
  const { screen, address, server } = await open();
  await screen.getByRole('columnheader', { name: 'Salesman' }).getByRole('link').click();
  await expect.poll(address).toBe('/country-salesman?sort.field=salesman&sort.direction=asc');
  await expect
    .poll(() => server.requests(countrySalesmen.search).at(-1)?.body.sort)
    .toEqual({ field: 'salesman', direction: 'asc' });
});

test('a salesman changes the countries that he holds, and no other', async () => {
  const { screen } = await open({ user: userWith('Salesman', { userId: 3 }) });
  await expect.element(screen.getByText(/countries that are assigned to you/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Edit Norway/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Edit Italy/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('checkbox', { name: /^Select Italy/ })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a salesman without any country is told so', async () => {
  const { screen } = await open({ user: userWith('Salesman', { userId: 77 }) });
  await expect.element(screen.getByText(/No country is assigned to you/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add assignment' })).not.toBeInTheDocument();
});

test('Escape takes the ticks away, and Shift ticks a range', async () => {
  const { screen } = await open();
  await screen.getByRole('checkbox', { name: /^Select Italy/ }).click();
  await userEvent.keyboard('{Shift>}');
  await screen.getByRole('checkbox', { name: /^Select Brazil/ }).click();
  await userEvent.keyboard('{/Shift}');
  await expect.element(screen.getByText('3 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('3 selected')).not.toBeInTheDocument();
});
