import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DataTable, type Column } from './data-table.tsx';

type Pc = { name: string };

const columns: Column<Pc>[] = [{ id: 'name', header: 'PC', cell: ({ name }) => name, isCardTitle: true }];
const table = page.getByRole('table', { name: 'PCs' });
const listNames = (): (string | null)[] =>
  table
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent);
const findCopies = () => [...document.querySelectorAll<HTMLElement>('tr[inert]')];

const emulateMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

beforeEach(async () => {
  await emulateMotion('no-preference');
  onTestFinished(async () => void (await emulateMotion('reduce')));
});

/** A table with the given names, and a button that shows other names. */
async function renderTable({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  function Table() {
    const [names, setNames] = useState(before);
    return (
      <>
        <button type="button" onClick={() => setNames(after)}>
          Change
        </button>
        <DataTable
          label="PCs"
          columns={columns}
          rowKey={({ name }) => name}
          rows={names.map((name) => ({ name }))}
          onRetry={() => {}}
          empty={null}
        />
      </>
    );
  }
  await render(<Table />);
  await expect.element(table).toBeVisible();
}

/** Changes the rows, and returns the copies that are shown right after the change. */
async function changeRows(): Promise<HTMLElement[]> {
  const rows = table.element().querySelector('tbody');
  const copies = new Promise<HTMLElement[]>((resolve) => {
    const observer = new MutationObserver(() => resolve(findCopies()));
    if (rows !== null) observer.observe(rows, { childList: true });
  });
  await page.getByRole('button', { name: 'Change' }).click();
  return copies;
}

test('a removed row disappears with a motion at its position, but at once for screen readers', async () => {
  await renderTable({ before: ['A', 'B', 'C'], after: ['A', 'C'] });
  const [copy, ...others] = await changeRows();
  expect(others).toEqual([]);
  expect(copy?.textContent).toBe('B');
  expect(copy?.ariaHidden).toBe('true');
  expect(listNames()).toEqual(['A', 'C']);
  await expect.poll(findCopies).toEqual([]);
});

test('the copies of neighbouring removed rows are in the order of the rows', async () => {
  await renderTable({ before: ['A', 'B', 'C', 'D'], after: ['A', 'D'] });
  expect((await changeRows()).map(({ textContent }) => textContent)).toEqual(['B', 'C']);
  await expect.poll(findCopies).toEqual([]);
});

test.each([
  ['another page of a list', ['C', 'D']],
  ['another order of the rows', ['B', 'A']],
])('%s has no motion', async (_, after) => {
  await renderTable({ before: ['A', 'B'], after });
  expect(await changeRows()).toEqual([]);
});

test('with reduced motion, a removed row has no motion', async () => {
  await emulateMotion('reduce');
  await renderTable({ before: ['A', 'B'], after: ['A'] });
  expect(await changeRows()).toEqual([]);
});
