import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { dahl, openAssignmentsPage, rossi } from '#portal/testing/records/assignments.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';

const emptyCell = { salesmen: [], users: 0, requests: 0 };
const rows = [
  {
    country: 'IT',
    continent: 'Europe',
    brands: [
      { ...emptyCell, brand: 'blue', salesmen: [rossi], users: 4 },
      { ...emptyCell, brand: 'red', users: 2, requests: 1 },
    ],
  },
  {
    country: 'NO',
    continent: 'Europe',
    brands: [
      { ...emptyCell, brand: 'blue', salesmen: [dahl] },
      { ...emptyCell, brand: 'red' },
    ],
  },
];

const openCoverage = (
  prepareServer: (server: FakeServer) => void = () => {},
  at = '/country-salesman?view=coverage',
  user = createUser('Administrator'),
) =>
  openAssignmentsPage({
    at,
    user,
    prepareServer: (server) => {
      server.answer(countrySalesmen.coverage, () => ({ rows }));
      prepareServer(server);
    },
  });

test('a country and brand without a salesman is shown as a gap with the number of its users, but only if it has users', async () => {
  const { screen } = await openCoverage();
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
  const { screen } = await openCoverage(() => {}, undefined, createUser('Salesman'));
  await expect
    .element(screen.getByRole('row', { name: /Italy/ }))
    .toMatchTextContent(/Anna Rossi.*4 users of yours.*No salesman.*2 users and 1 open request of yours/);
  await expect
    .element(screen.getByRole('row', { name: /Norway/ }))
    .toMatchTextContent(/Lars Dahl.*None of yours.*None of yours/);
  await expect.element(screen.getByText(/No customers yet|No customers/)).not.toBeInTheDocument();
});

test("if a salesman sees no gap, the message speaks only of the salesman's own customers", async () => {
  const { screen } = await openCoverage(
    (server) => server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
    undefined,
    createUser('Salesman'),
  );
  await expect.element(screen.getByText('All your customers and open requests have a salesman.')).toBeVisible();
});

test('the matrix can show only the gaps, and the address keeps that choice', async () => {
  const { screen, address } = await openCoverage();
  await screen.getByRole('checkbox', { name: 'Only gaps' }).click();
  await expect.poll(address).toBe('/country-salesman?view=coverage&gaps=true');
  await expect.element(screen.getByRole('row', { name: /Norway/ })).not.toBeInTheDocument();
});

test('if there is no gap, the filter for gaps shows a message and a button that shows all countries', async () => {
  const { screen, address } = await openCoverage(
    (server) => server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
    '/country-salesman?view=coverage&gaps=true',
  );
  await expect.element(screen.getByText('No gaps')).toBeVisible();
  await screen.getByRole('button', { name: 'Show all countries' }).click();
  await expect.poll(address).toBe('/country-salesman?view=coverage');
});

test('the link of a country without a salesman opens a new assignment with the country and brand filled in', async () => {
  const { screen } = await openCoverage();
  await screen.getByRole('link', { name: 'Assign a salesman to Italy, Basics Red' }).click();
  const table = screen.getByRole('table');
  await expect.element(table.getByLabelText('Country')).toHaveValue('Italy');
  await expect.element(table.getByLabelText('Brand')).toHaveValue('red');
});

test('a message is shown if the matrix cannot be loaded or is empty', async () => {
  const { screen, server } = await openCoverage((fakeServer) =>
    fakeServer.answer(countrySalesmen.coverage, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Country/Salesman')).toBeVisible();
  server.answer(countrySalesmen.coverage, () => ({ rows: [] }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing to cover yet')).toBeVisible();
});

test('the page shows who would receive a request, with the reason', async () => {
  const { screen, server } = await openCoverage((fakeServer) =>
    fakeServer.answer(countrySalesmen.recipient, () => ({ by: 'country' as const, people: [rossi, dahl] })),
  );
  const recipientCard = screen.getByRole('region', { name: 'Who would get this request?' });
  await recipientCard.getByRole('button', { name: 'Show recipient' }).click();
  await expect.element(recipientCard.getByText('Country is required.')).toBeVisible();
  await expect.element(recipientCard.getByText('Brand is required.')).toBeVisible();
  await expect.element(recipientCard.getByLabelText('Country')).toHaveFocus();
  await recipientCard.getByLabelText('Country').fill('Italy');
  await recipientCard.getByLabelText('Brand').selectOptions('Basics Red');
  await recipientCard.getByRole('button', { name: 'Show recipient' }).click();
  await expect.element(recipientCard.getByText('Anna Rossi, Lars Dahl')).toBeVisible();
  await expect
    .element(
      recipientCard.getByText(
        'No salesman is assigned to Italy for Basics Red. The request goes to a salesman for Italy of another brand.',
      ),
    )
    .toBeVisible();
  expect(server.requests(countrySalesmen.recipient)).toMatchObject([{ body: { country: 'IT', brand: 'red' } }]);
  await expectAccessible();
  server.answer(countrySalesmen.recipient, () => createRefusal('INTERNAL'));
  await recipientCard.getByLabelText('Brand').selectOptions('Basics Blue');
  await recipientCard.getByRole('button', { name: 'Show recipient' }).click();
  await expect.element(recipientCard.getByText('The recipient could not be determined')).toBeVisible();
});
