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

test('the page opens with the countries and brands without a salesman, those with the most people first, and only with people', async () => {
  const { screen } = await openCoverage((server) =>
    server.answer(countrySalesmen.coverage, () => ({
      rows: [...rows, { country: 'SE', continent: 'Europe', brands: [{ ...emptyCell, brand: 'blue', users: 5 }] }],
    })),
  );
  await expect.element(screen.getByText('2 gaps: 7 users and 1 open request without a salesman.')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Countries and brands without a salesman' });
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(/^SE.*Basics Blue.*5.*0/);
  await expect.element(table.getByRole('row').nth(2)).toMatchTextContent(/^Italy.*Basics Red.*2.*1/);
  expect(table.getByRole('row').elements()).toHaveLength(3);
  await expect.element(screen.getByRole('link', { name: 'Coverage' })).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'Assignments' })).not.toHaveAttribute('aria-current');
  await expectAccessible();
});

test('a salesman chosen in the row of a gap is saved at once, the gap leaves the list, and the field of the next gap has the focus', async () => {
  const gaps = ['red', 'blue'].map((brand) => ({ ...emptyCell, brand, users: 2 }));
  const { screen, server } = await openCoverage((fakeServer) => {
    fakeServer.answer(countrySalesmen.coverage, () => {
      const isAssigned = fakeServer.requests(countrySalesmen.create).length > 0;
      return { rows: [{ country: 'IT', continent: 'Europe', brands: isAssigned ? gaps.slice(1) : gaps }] };
    });
    fakeServer.answer(countrySalesmen.create, ({ body }) =>
      createAssignment({ id: 9, country: body.country, brand: body.brand, salesman: dahl }),
    );
    fakeServer.answer(countrySalesmen.remove, () => undefined);
  });
  const field = screen.getByLabelText('Salesman for Italy, Basics Red');
  await field.click();
  await screen.getByRole('option', { name: 'Lars Dahl' }).click();
  await expect.element(screen.getByText('Italy, Basics Red now belongs to Lars Dahl')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Salesman for Italy, Basics Blue')).toHaveFocus();
  expect(server.requests(countrySalesmen.create).map(({ body }) => body)).toEqual([
    { country: 'IT', brand: 'red', salesmanId: dahl.userId },
  ]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.requests(countrySalesmen.remove).map(({ params }) => params)).toEqual([{ id: 9 }]);
});

test('on the map, a press on a country shows who is responsible, and a choice of salesman is saved at once', async () => {
  const { screen, server } = await openCoverage((fakeServer) => {
    fakeServer.answer(countrySalesmen.create, ({ body }) =>
      createAssignment({ id: 9, country: body.country, brand: body.brand, salesman: dahl }),
    );
    fakeServer.answer(countrySalesmen.search, () =>
      createAssignmentPage(createAssignment({ country: 'IT', brand: 'blue', salesman: rossi })),
    );
  });
  await screen.getByText('Map of the countries').click();
  const map = screen.getByRole('list', { name: 'Map of the countries' });
  await expect.element(map.getByRole('button', { name: /Italy/ })).toMatchTextContent(/Basics Blue.*4.*Basics Red.*3/);
  await expect
    .element(screen.getByText(/^Users and open requests \(.*Basics Blue, .*Basics Red\)\. Amber: no salesman\.$/))
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

test('a salesman changes only countries and brands of their own, so a gap has no choice of salesman', async () => {
  const { screen } = await openCoverage(
    (server) =>
      server.answer(countrySalesmen.search, () =>
        createAssignmentPage(createAssignment({ country: 'IT', brand: 'blue' })),
      ),
    undefined,
    createUser('Salesman', { userId: rossi.userId }),
  );
  await expect.element(screen.getByRole('row', { name: /Italy/ })).toMatchTextContent(/^Italy.*Basics Red.*2.*1/);
  await screen.getByText('Map of the countries').click();
  const place = screen.getByRole('region', { name: 'Italy' });
  await expect.element(place.getByLabelText('Basics Blue')).toBeVisible();
  await expect.element(place.getByRole('strong')).toMatchTextContent(/^No salesman$/);
  await expect.element(screen.getByLabelText(/Basics Red/)).not.toBeInTheDocument();
});

test("if a salesman sees no gap, the message speaks only of the salesman's own customers", async () => {
  const { screen } = await openCoverage(
    (server) => server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
    undefined,
    createUser('Salesman'),
  );
  await expect.element(screen.getByText('All your customers and open requests have a salesman.')).toBeVisible();
});

test('without a gap, the map of all countries is open', async () => {
  const { screen } = await openCoverage((server) =>
    server.answer(countrySalesmen.coverage, () => ({ rows: rows.slice(1) })),
  );
  await expect
    .element(screen.getByText('Every country with customers or open requests has a salesman for each brand.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Norway/ })).toBeVisible();
});

test('a message is shown if the coverage cannot be loaded or is empty', async () => {
  const { screen, server } = await openCoverage((fakeServer) =>
    fakeServer.answer(countrySalesmen.coverage, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Country/Salesman')).toBeVisible();
  server.answer(countrySalesmen.coverage, () => ({ rows: [] }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing to cover yet')).toBeVisible();
});
