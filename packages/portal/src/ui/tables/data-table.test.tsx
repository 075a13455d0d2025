import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Pagination, type ShownPage } from '../lists/pagination.tsx';
import { RowLink, OneLine, TwoLines } from './cells.tsx';

type Pc = { id: number; name: string; days: number };

const columns: Column<Pc>[] = [
  { id: 'name', header: 'PC', cell: ({ name }) => name, sortable: true, isCardTitle: true },
  { id: 'days', header: 'Days left', cell: ({ days }) => days, align: 'end', sortable: true },
  { id: 'actions', header: '', cell: ({ name }) => <button type="button">{`Renew ${name}`}</button> },
];

const rows: Pc[] = [
  { id: 1, name: 'DESKTOP-1', days: 12 },
  { id: 2, name: 'DESKTOP-2', days: 345 },
];

async function renderTable(change: Partial<ComponentProps<typeof DataTable<Pc>>> = {}) {
  const onRetry = vi.fn<() => void>();
  const Table = () => (
    <main>
      <h1>PCs</h1>
      <DataTable
        label="PCs"
        columns={columns}
        rowKey={({ id }) => id}
        rows={rows}
        onRetry={onRetry}
        empty={<p>No PC yet.</p>}
        {...change}
      />
    </main>
  );
  return { onRetry, history: await renderInRouter(Table) };
}

async function renderInRouter(component: () => React.ReactNode) {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  await render(<RouterProvider router={router} />);
  return history;
}

const search = (sort: { field: string; direction: string }) => ({ sort: `${sort.field}-${sort.direction}` });

const table = page.getByRole('table', { name: 'PCs' });

test('rows are a table with a name, column headings and cells', async () => {
  await renderTable();
  await expect.element(table).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(3);
  await expect.element(table.getByRole('columnheader', { name: 'Days left' })).toBeVisible();
  await expect.element(table.getByRole('cell', { name: '345' })).toBeVisible();
  await expectAccessible();
});

test('while the rows are loading, a skeleton takes their space and says that they are loading', async () => {
  await renderTable({ rows: undefined, expectedRows: 4 });
  await expect.element(page.getByRole('status')).toMatchTextContent('Loading');
  expect(table.elements()).toEqual([]);
  expect(document.querySelectorAll('tbody tr')).toHaveLength(4);
});

test('if the rows cannot be loaded, the table shows the reason, the request id and a button to try again', async () => {
  const { onRetry } = await renderTable({
    rows: undefined,
    problem: { message: 'Failed to fetch PCs', requestId: 'req-7' },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to fetch PCs.*req-7/);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(onRetry).toHaveBeenCalledTimes(1);
  await expectAccessible();
});

test('rows stay on the screen when a later load fails', async () => {
  await renderTable({ problem: { message: 'Failed to fetch PCs' } });
  await expect.element(table).toBeVisible();
});

test('an empty list and a search without results have different texts', async () => {
  await renderTable({ rows: [] });
  await expect.element(page.getByText('No PC yet.')).toBeVisible();
});

test('a search without results offers a link to the whole list', async () => {
  await renderTable({ rows: [], noResult: <button type="button">Clear search</button> });
  await expect.element(page.getByRole('button', { name: 'Clear search' })).toBeVisible();
  expect(page.getByText('No PC yet.').elements()).toEqual([]);
});

test('rows of the previous query are dimmed and marked as busy', async () => {
  await renderTable({ stale: true });
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  const body = table.element().querySelector('tbody');
  expect(body && getComputedStyle(body).opacity).toBe('0.6');
});

test('a column heading is a link that sorts by its column, or reverses the order if the list is already sorted by this column', async () => {
  await renderTable({ sort: { current: { field: 'days', direction: 'asc' }, search } });
  await expect.element(page.getByRole('columnheader', { name: 'Days left' })).toHaveAttribute('aria-sort', 'ascending');
  const [sortByName, sortByDays] = table.getByRole('link').elements();
  expect(sortByName?.getAttribute('href')).toContain('name-asc');
  expect(sortByDays?.getAttribute('href')).toContain('days-desc');
});

test('while the user has chosen no order, the heading of the default order is marked, and its link reverses the order', async () => {
  await renderTable({ sort: { current: undefined, usual: { field: 'name', direction: 'asc' }, search } });
  const [sortByName] = table.getByRole('link').elements();
  expect(sortByName?.closest('th')?.ariaSort).toBe('ascending');
  expect(sortByName?.querySelector('svg')).not.toBeNull();
  expect(sortByName?.getAttribute('href')).toContain('name-desc');
});

test.each([400, 600, 768, 900])(
  'in a window %i px wide each row is a card with a heading for each value, nothing is cut off, and screen readers still read a table',
  async (width) => {
    await page.viewport(width, 800);
    const texts = ['Owner', 'Company', 'Profile', 'Brand', 'Country', 'Status'].map((header) => ({
      id: header,
      header,
      cell: () => <OneLine>{`${header} of Meridian Drawing Office`}</OneLine>,
    }));
    await renderTable({ columns: [...columns.slice(0, 2), ...texts, ...columns.slice(2)] });
    await expect.element(table).toBeVisible();
    const cell = table.getByRole('cell', { name: /12/ });
    expect(getComputedStyle(cell.element(), '::before').content).toBe('"Days left"');
    for (const part of table.getByRole('cell').elements())
      expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(width);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('in a card, the checkbox in the corner covers no value beside it, whatever the length of the values', async () => {
  await page.viewport(390, 800);
  await renderTable({
    rows: Array.from({ length: 40 }, (_, index) => ({ id: index, name: `PC-${index}`, days: index })),
    columns: [
      {
        id: 'select',
        header: '',
        isInCorner: true,
        cell: () => <input type="checkbox" aria-label="Select" style={{ inlineSize: 24, blockSize: 24 }} />,
      },
      { id: 'name', header: 'PC', isCardTitle: true, cell: ({ name }) => <span className="kept">{name}</span> },
      { id: 'brand', header: 'Brand', cell: () => 'Basics Blue' },
      { id: 'owner', header: 'Owner', cell: ({ days }) => 'x'.repeat(days) },
    ],
  });
  await expect.element(table).toBeVisible();
  const covered = [...document.querySelectorAll('tbody tr')].filter((row) => {
    const corner = row.querySelector('input')?.getBoundingClientRect() ?? new DOMRect();
    return [...row.querySelectorAll('td:not([class*=corner]) > div')].some((value) => {
      const { right, top } = value.getBoundingClientRect();
      return right > corner.left && top < corner.bottom;
    });
  });
  expect(covered).toEqual([]);
});

test('cards have checkboxes after a press on “Select”, and a table has them always', async () => {
  await page.viewport(390, 800);
  await renderTable({
    columns: [
      {
        id: 'selection',
        header: '',
        isInCorner: true,
        heading: <input type="checkbox" aria-label="Select all on this page" />,
        cell: ({ name }) => <input type="checkbox" aria-label={`Select ${name}`} />,
      },
      { id: 'name', header: 'PC', isCardTitle: true, cell: ({ name }) => name },
    ],
  });
  const boxes = page.getByRole('checkbox');
  await expect.element(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
  expect(boxes.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Done' })).toHaveFocus();
  await expect.element(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeVisible();
  expect(boxes.elements().length).toBeGreaterThan(1);
  await expectAccessible();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(boxes.elements()).toEqual([]);
  await page.viewport(1280, 800);
  await expect.element(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Select', exact: true }).elements()).toEqual([]);
});

test.each([992, 1024])(
  'in a window %i px wide, the column of names is wide enough for a word, and long words overflow neither their cell nor the page',
  async (width) => {
    await page.viewport(width, 800);
    const longWord = 'W'.repeat(100);
    await renderTable({
      columns: [
        { id: 'name', header: 'PC', isCardTitle: true, cell: ({ name }) => <RowLink>{name}</RowLink> },
        { id: 'company', header: 'Company', cell: () => longWord },
        { id: 'owner', header: 'Owner', cell: () => <TwoLines secondLine={longWord}>Grace Hopper</TwoLines> },
        { id: 'brand', header: 'Brand', cell: () => <OneLine>Basics Blue</OneLine> },
        ...columns.slice(1, 2),
      ],
      rows: [...rows, { id: 3, name: longWord, days: 7 }],
    });
    await expect.element(table).toBeVisible();
    const cells = [...document.querySelectorAll('tbody td')];
    for (const cell of cells.filter(({ className }) => className.includes('titleCell')))
      expect(cell.getBoundingClientRect().width).toBeGreaterThanOrEqual(9 * 16);
    expect(cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
    const otherCells = cells.filter(({ className }) => !className.includes('titleCell'));
    expect(Math.max(...otherCells.map(({ clientWidth }) => clientWidth))).toBeLessThanOrEqual(18 * 16);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('below 992 px the list is sorted by a select above it, and hidden column headings do not take the focus', async () => {
  await page.viewport(400, 800);
  const { history } = await renderTable({ sort: { current: { field: 'days', direction: 'asc' }, search } });
  const sortSelect = page.getByRole('combobox', { name: 'Sort by' });
  await expect.element(sortSelect).toHaveValue('days asc');
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['PC, ascending', 'PC, descending', 'Days left, ascending', 'Days left, descending']);
  expect(table.getByRole('link').elements()).toEqual([]);
  await sortSelect.selectOptions('PC, descending');
  await expect.poll(() => history.location.search).toContain('name-desc');
  await expectAccessible();
});

test('from a width of 992 px, the column headings sort the list, and there is no select for the order', async () => {
  await page.viewport(992, 800);
  await renderTable({ sort: { current: undefined, search } });
  await expect.element(table.getByRole('link', { name: 'PC' })).toBeVisible();
  expect(page.getByRole('combobox').elements()).toEqual([]);
});

/** Renders the page links of a list. The search parameters of a link are the page that it requests. */
const showPages = (shownPage: ShownPage, props: Partial<ComponentProps<typeof Pagination>> = {}) =>
  renderInRouter(() => (
    <main>
      <h1>PCs</h1>
      <Pagination
        page={shownPage}
        count={Math.min(shownPage.pageSize, shownPage.total - (shownPage.pageNumber - 1) * shownPage.pageSize)}
        search={(address) => ({ ...address })}
        {...props}
      />
    </main>
  ));

const pageNavigation = page.getByRole('navigation', { name: 'Pages' });
const readLinkAddresses = () =>
  Object.fromEntries(
    pageNavigation
      .getByRole('link')
      .elements()
      .map((link) => [link.textContent, link.getAttribute('href')]),
  );

test.each([
  [1, '1–20', ['Next', 'Last']],
  [2, '21–40', ['First', 'Previous', 'Next', 'Last']],
  [3, '41–45', ['First', 'Previous']],
])('page %i of three shows %s and links to %j', async (pageNumber, words, links) => {
  await showPages({ pageNumber, pageSize: 20, total: 45 });
  await expect.element(pageNavigation).toMatchTextContent(words);
  expect(Object.keys(readLinkAddresses())).toEqual(links);
});

test('links to the next and the previous page contain a cursor and the number of the page', async () => {
  await showPages({ pageNumber: 3, pageSize: 20, total: 100, next: 'behind', previous: 'ahead' });
  await expect.element(pageNavigation).toMatchTextContent('41–60');
  expect(readLinkAddresses()).toEqual({
    First: '/',
    Previous: '/?pageNumber=2&before=ahead',
    Next: '/?pageNumber=4&after=behind',
    Last: '/?pageNumber=5',
  });
  await expectAccessible();
});

test('the last page of a list of unknown length is requested by cursor', async () => {
  await showPages({ pageNumber: 1, pageSize: 20, total: 1000, totalIsMinimum: true, next: 'behind' });
  await expect.element(pageNavigation).toMatchTextContent('1–20');
  expect(readLinkAddresses()).toEqual({ Next: '/?pageNumber=2&after=behind', Last: '/?before=' });
});

test('in a list of unknown length, the last pages have no number', async () => {
  await showPages(
    { pageNumber: 1, pageSize: 20, total: 1000, totalIsMinimum: true, previous: 'ahead' },
    { isFromEnd: true },
  );
  await expect.element(pageNavigation).toMatchTextContent('The last 20');
  expect(readLinkAddresses()).toEqual({ First: '/', Previous: '/?before=ahead' });
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test.each([
  ['3', 'pageNumber=3'],
  ['99', 'pageNumber=5'],
])('page number %s opens %s', async (number, address) => {
  const history = await showPages({ pageNumber: 2, pageSize: 20, total: 100 });
  const field = page.getByRole('textbox', { name: 'Page' });
  await expect.element(field).toHaveValue('2');
  await field.fill(number);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => history.location.search).toContain(address);
});

test('when the user chooses another number of rows per page, the first page is shown, and the page links contain the number', async () => {
  const history = await showPages({ pageNumber: 2, pageSize: 50, total: 400 }, { isSized: true });
  expect(readLinkAddresses()['Next']).toBe('/?pageNumber=3&pageSize=50');
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('100');
  await expect.poll(() => history.location.search).toBe('?pageSize=100');
});

test('a list with one page has no page links', async () => {
  await showPages({ pageNumber: 1, pageSize: 50, total: 30 }, { isSized: true });
  await expect.element(page.getByText('1–30')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

test('a list that fits on the smallest page has no numbers of its rows', async () => {
  await showPages({ pageNumber: 1, pageSize: 20, total: 20 });
  await expect.element(page.getByRole('heading', { name: 'PCs' })).toBeVisible();
  expect(pageNavigation.elements()).toEqual([]);
});
