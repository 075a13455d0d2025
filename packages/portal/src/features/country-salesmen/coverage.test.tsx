import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerAssignments, dahl, rossi } from '#portal/testing/assignments.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { userWith } from '#portal/testing/people.ts';
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
  user = userWith('Administrator'),
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

test('a gap is told in words, with who waits there; what nobody needs is none', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('1 gap: 2 users and 1 open request without a salesman.')).toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /Italy/ }))
    .toMatchTextContent(/Anna Rossi.*4 users.*No salesman.*2 users and 1 open request/);
  await expect
    .element(screen.getByRole('row', { name: /Norway/ }))
    .toMatchTextContent(/Lars Dahl.*No customers yet.*Nobody to look after/);
  await expect.element(screen.getByRole('link', { name: 'Coverage' })).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'Assignments' })).not.toHaveAttribute('aria-current');
  await expectAccessible();
});

test('a salesman, for whom only his own people are counted, is told nothing of the others', async () => {
  const { screen } = await open(() => {}, undefined, userWith('Salesman'));
  await expect
    .element(screen.getByRole('row', { name: /Italy/ }))
    .toMatchTextContent(/Anna Rossi.*4 users of yours.*No salesman.*2 users and 1 open request of yours/);
  await expect
    .element(screen.getByRole('row', { name: /Norway/ }))
    .toMatchTextContent(/Lars Dahl.*None of yours.*None of yours/);
  await expect.element(screen.getByText(/No customers yet|Nobody to look after/)).not.toBeInTheDocument();
});

test('where no gap is his, a salesman is not told that there is none', async () => {
  const { screen } = await open(
    (server) => server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
    undefined,
    userWith('Salesman'),
  );
  await expect.element(screen.getByText('Each of your customers and open requests has a salesman.')).toBeVisible();
});

test('only the gaps can be shown, and the address remembers it', async () => {
  const { screen, address } = await open();
  await screen.getByRole('checkbox', { name: 'Only gaps' }).click();
  await expect.poll(address).toBe('/country-salesman?view=coverage&gaps=true');
  await expect.element(screen.getByRole('row', { name: /Norway/ })).not.toBeInTheDocument();
});

test('where there is no gap, it says so and leads back to all', async () => {
  const { screen, address } = await open(
    (server) => server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
    '/country-salesman?view=coverage&gaps=true',
  );
  await expect.element(screen.getByText('No gaps')).toBeVisible();
  await screen.getByRole('button', { name: 'Show all countries' }).click();
  await expect.poll(address).toBe('/country-salesman?view=coverage');
});

test('a gap leads to the row that fills it', async () => {
  const { screen } = await open();
  await screen.getByRole('link', { name: 'Assign a salesman to Italy, Basics Red' }).click();
  const table = screen.getByRole('table');
  await expect.element(table.getByLabelText('Country')).toHaveValue('Italy');
  await expect.element(table.getByLabelText('Brand')).toHaveValue('red');
});

test('a matrix that does not come says so, and an empty one as well', async () => {
  const { screen, server } = await open((failing) =>
    failing.answer(countrySalesmen.coverage, () => refusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Country/Salesman')).toBeVisible();
  server.answer(countrySalesmen.coverage, () => ({ rows: [] }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing to cover yet')).toBeVisible();
});

test.each([390, 320])('in a window of %i pixels the matrix becomes cards that fit', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await open();
  await expect.element(screen.getByText('No salesman', { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('who would get a request is named, and why', async () => {
  const { screen, server } = await open((answering) =>
    answering.answer(countrySalesmen.recipient, () => ({ by: 'country' as const, people: [rossi, dahl] })),
  );
  const asks = screen.getByRole('region', { name: 'Who would get this request?' });
  await asks.getByRole('button', { name: 'Show who' }).click();
  await expect.element(asks.getByText('Country is required.')).toBeVisible();
  await expect.element(asks.getByText('Brand is required.')).toBeVisible();
  await expect.element(asks.getByLabelText('Country')).toHaveFocus();
  await asks.getByLabelText('Country').fill('Italy');
  await asks.getByLabelText('Brand').selectOptions('Basics Red');
  await asks.getByRole('button', { name: 'Show who' }).click();
  await expect.element(asks.getByText('Anna Rossi, Lars Dahl')).toBeVisible();
  await expect
    .element(asks.getByText('Nobody has Italy for Basics Red, so it goes to who has Italy for another brand.'))
    .toBeVisible();
  expect(server.requests(countrySalesmen.recipient)).toMatchObject([{ body: { country: 'IT', brand: 'red' } }]);
  await expectAccessible();
  server.answer(countrySalesmen.recipient, () => refusal('INTERNAL'));
  await asks.getByLabelText('Brand').selectOptions('Basics Blue');
  await asks.getByRole('button', { name: 'Show who' }).click();
  await expect.element(asks.getByText('Who would get it could not be found out')).toBeVisible();
});
