import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import {
  createAssignment,
  createAssignmentPage,
  dahl,
  openAssignmentsPage,
  rossi,
} from '#portal/testing/records/assignments.ts';
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
  await screen.getByText('As a table').click();
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

test('on the map, a press on a country shows who is responsible, and a choice of salesman is saved at once with Undo', async () => {
  const { screen, server } = await openCoverage((fakeServer) => {
    fakeServer.answer(countrySalesmen.create, ({ body }) =>
      createAssignment({ id: 9, country: body.country, brand: body.brand, salesman: dahl }),
    );
    fakeServer.answer(countrySalesmen.search, () =>
      createAssignmentPage(createAssignment({ country: 'IT', brand: 'blue', salesman: rossi })),
    );
    fakeServer.answer(countrySalesmen.remove, () => undefined);
  });
  const map = screen.getByRole('list', { name: 'Map of the countries' });
  await expect.element(map.getByRole('button', { name: /Italy/ })).toMatchTextContent(/Basics Blue.*4.*Basics Red.*3/);
  await expect
    .element(screen.getByText(/^Users and requests \(.*Basics Blue, .*Basics Red\)\. Amber: nobody assigned\.$/))
    .toBeVisible();
  await map.getByRole('button', { name: /Italy.*Basics Red.*No salesman.*3/ }).click();
  const place = screen.getByRole('region', { name: 'Italy' });
  await expect.element(place.getByLabelText('Basics Blue')).toHaveValue(String(rossi.userId));
  await expectAccessible();
  await place.getByLabelText('Basics Red').selectOptions('Lars Dahl');
  await expect.element(screen.getByText('Italy, Basics Red now belongs to Lars Dahl')).toBeVisible();
  expect(server.requests(countrySalesmen.create).map(({ body }) => body)).toEqual([
    { country: 'IT', brand: 'red', salesmanId: dahl.userId },
  ]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.requests(countrySalesmen.remove).map(({ params }) => params)).toEqual([{ id: 9 }]);
});

test('Tab goes through the map in the order in which the countries are seen, and a country that has no place on the map is below the others (T976)', async () => {
  const { screen } = await openCoverage((server) =>
    server.answer(countrySalesmen.coverage, () => ({
      rows: ['BR', 'IT', 'MX', 'NO'].map((country) => ({ country, continent: 'Europe', brands: [] })),
    })),
  );
  const map = screen.getByRole('list', { name: 'Map of the countries' });
  await expect.element(map.getByRole('button', { name: 'Norway' })).toBeVisible();
  const tiles = map.getByRole('button').elements();
  expect(tiles.map((tile) => tile.textContent)).toEqual(['Norway', 'Brazil', 'Italy', 'MX']);
  const tops = tiles.map((tile) => tile.getBoundingClientRect().top);
  expect(tops).toEqual([...new Set(tops)].toSorted((first, second) => first - second));
});

test('a salesman sees only counts of their own users', async () => {
  const { screen } = await openCoverage(() => {}, undefined, createUser('Salesman'));
  await screen.getByText('As a table').click();
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
  await expect.element(screen.getByRole('link', { name: 'Coverage' })).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('button', { name: /^Italy/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Norway/ })).not.toBeInTheDocument();
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
  await screen.getByText('As a table').click();
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
