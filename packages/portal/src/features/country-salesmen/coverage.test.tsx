import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerAssignments, dahl, rossi } from '#portal/testing/assignments.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const cell = { salesmen: [], users: 0, requests: 0 };
const rows = [
  {
    country: 'IT',
    continent: 'Europe',
    brands: [
      { ...cell, brand: 'blue', salesmen: [rossi], users: 4 },
      { ...cell, brand: 'red', users: 2, requests: 1 },
    ],
  },
  {
    country: 'NO',
    continent: 'Europe',
    brands: [
      { ...cell, brand: 'blue', salesmen: [dahl] },
      { ...cell, brand: 'red' },
    ],
  },
];

const open = (
  answers: (server: FakeServer) => void = () => {},
  at = '/country-salesman?view=coverage',
  user = createUser('Administrator'),
) =>
  openPortal({
    at,
    user,
    answers: (server) => {
      answerAssignments(server);
      server.answer(countrySalesmen.coverage, () => ({ rows }));
      answers(server);
    },
  });

test('a gap is shown in words with its waiting users; a cell without users is not a gap', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('1 gap: 2 users and 1 open request without a salesman.')).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /Italy/ }))
    .toMatchTextContent(/Anna Rossi.*4 users.*No salesman.*2 users and 1 open request/);
  await expect
    .element(screen.getByRole('row', { name: /Norway/ }))
    .toMatchTextContent(/Lars Dahl.*No customers yet.*No customers/);
  await expect.element(screen.getByRole('link', { name: 'Coverage' })).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'Assignments' })).not.toHaveAttribute('aria-current');
  await expectAccessible();
});

test('a salesman sees only counts of their own users', async () => {
  const { screen } = await open(() => {}, undefined, createUser('Salesman'));
  await expect
    .element(screen.getByRole('row', { name: /Italy/ }))
    .toMatchTextContent(/Anna Rossi.*4 users of yours.*No salesman.*2 users and 1 open request of yours/);
  await expect
    .element(screen.getByRole('row', { name: /Norway/ }))
    .toMatchTextContent(/Lars Dahl.*None of yours.*None of yours/);
  await expect.element(screen.getByText(/No customers yet|No customers/)).not.toBeInTheDocument();
});

test('a salesman without own gaps does not see a message that there is no gap', async () => {
  const { screen } = await open(
    (server) => server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
    undefined,
    createUser('Salesman'),
  );
  await expect.element(screen.getByText('All your customers and open requests have a salesman.')).toBeVisible();
});

test('the matrix can show only the gaps, and the address keeps that choice', async () => {
  const { screen, address } = await open();
  await screen.getByRole('checkbox', { name: 'Only gaps' }).click();
  await expect.poll(address).toBe('/country-salesman?view=coverage&gaps=true');
  await expect.element(screen.getByRole('row', { name: /Norway/ })).not.toBeInTheDocument();
});

test('a filter on gaps without results shows a message and a link to all', async () => {
  const { screen, address } = await open(
    (server) => server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
    '/country-salesman?view=coverage&gaps=true',
  );
  await expect.element(screen.getByText('No gaps')).toBeVisible();
  await screen.getByRole('button', { name: 'Show all countries' }).click();
  await expect.poll(address).toBe('/country-salesman?view=coverage');
});

test('a gap links to the row that fills it', async () => {
  const { screen } = await open();
  await screen.getByRole('link', { name: 'Assign a salesman to Italy, Basics Red' }).click();
  const table = screen.getByRole('table');
  await expect.element(table.getByLabelText('Country')).toHaveValue('Italy');
  await expect.element(table.getByLabelText('Brand')).toHaveValue('red');
});

test('a matrix that cannot be loaded and an empty one each show a message', async () => {
  const { screen, server } = await open((failing) =>
    failing.answer(countrySalesmen.coverage, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Country/Salesman')).toBeVisible();
  server.answer(countrySalesmen.coverage, () => ({ rows: [] }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing to cover yet')).toBeVisible();
});

test.each([390, 320])('the matrix becomes cards that fit a window of %i pixels', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await open();
  await expect.element(screen.getByText('No salesman', { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('the recipient of a request is shown with the reason', async () => {
  const { screen, server } = await open((answering) =>
    answering.answer(countrySalesmen.recipient, () => ({ by: 'country' as const, people: [rossi, dahl] })),
  );
  const asks = screen.getByRole('region', { name: 'Who would get this request?' });
  await asks.getByRole('button', { name: 'Show recipient' }).click();
  await expect.element(asks.getByText('Country is required.')).toBeVisible();
  await expect.element(asks.getByText('Brand is required.')).toBeVisible();
  await expect.element(asks.getByLabelText('Country')).toHaveFocus();
  await asks.getByLabelText('Country').fill('Italy');
  await asks.getByLabelText('Brand').selectOptions('Basics Red');
  await asks.getByRole('button', { name: 'Show recipient' }).click();
  await expect.element(asks.getByText('Anna Rossi, Lars Dahl')).toBeVisible();
  await expect
    .element(
      asks.getByText(
        'No salesman is assigned to Italy for Basics Red. The request goes to a salesman for Italy of another brand.',
      ),
    )
    .toBeVisible();
  expect(server.requests(countrySalesmen.recipient)).toMatchObject([{ body: { country: 'IT', brand: 'red' } }]);
  await expectAccessible();
  server.answer(countrySalesmen.recipient, () => createRefusal('INTERNAL'));
  await asks.getByLabelText('Brand').selectOptions('Basics Blue');
  await asks.getByRole('button', { name: 'Show recipient' }).click();
  await expect.element(asks.getByText('The recipient could not be determined')).toBeVisible();
});
