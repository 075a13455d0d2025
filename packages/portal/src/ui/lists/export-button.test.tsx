import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { usualSeparator } from '#portal/ui/files/save-file.ts';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { ExportButton } from './list-table.tsx';

const file = { bytes: new TextEncoder().encode('"a"\r\n'), name: 'users-2026-11-21.csv', type: 'text/csv' };

/** Records the names of the files that the browser is asked to save. */
function recordSavedNames(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

type FetchFile = React.ComponentProps<typeof ExportButton>['fetchFile'];

const renderButton = (total: number, fetchFile: FetchFile) =>
  render(
    <main>
      <h1>List</h1>
      <ExportButton total={total} pageSize={20} fetchFile={fetchFile} />
    </main>,
  );

test('the button says that it saves all rows, not only those of the page, and a message names the saved file', async () => {
  const names = recordSavedNames();
  await renderButton(1204, async () => file);
  await page.getByRole('button', { name: 'Export all as CSV' }).click();
  await expect.element(page.getByRole('status')).toMatchTextContent('users-2026-11-21.csv saved');
  expect(names).toEqual(['users-2026-11-21.csv']);
  await expectAccessible();
});

test('while the rows are loading the button says so and ignores further presses', async () => {
  recordSavedNames();
  const { promise, resolve } = Promise.withResolvers<typeof file>();
  const fetchFile = vi.fn<FetchFile>(() => promise);
  await renderButton(1, fetchFile);
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.click();
  await expect.element(page.getByRole('status')).toMatchTextContent('Preparing the export');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  resolve(file);
  await expect.element(page.getByText('users-2026-11-21.csv saved')).toBeVisible();
  expect(fetchFile).toHaveBeenCalledTimes(1);
});

test('a failed export shows its reason, and the user can try again', async () => {
  const names = recordSavedNames();
  const fetchFile = vi.fn<FetchFile>(async () => file);
  fetchFile.mockRejectedValueOnce(new Error('The portal is busy. Try again in a moment.'));
  await renderButton(3, fetchFile);
  await page.getByRole('button').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Export error. The portal is busy. Try again in a moment.');
  await expectAccessible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('users-2026-11-21.csv saved')).toBeVisible();
  expect(names).toHaveLength(1);
});

test('leaving the list cancels the export', async () => {
  const fetchFile = vi.fn<FetchFile>(() => new Promise(() => {}));
  const list = await renderButton(3, fetchFile);
  await page.getByRole('button').click();
  await list.unmount();
  expect(fetchFile.mock.calls[0]?.[0].aborted).toBe(true);
});

test('an empty list has no export button', async () => {
  await renderButton(0, async () => file);
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('after an export, the same rows can be exported with the other separator, which the browser keeps', async () => {
  const names = recordSavedNames();
  await renderButton(2, async () => file);
  const firstSeparator = usualSeparator();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const otherName = firstSeparator === ',' ? /Export with semicolons/ : /Export with commas/;
  await page.getByRole('button', { name: otherName }).click();
  await expect.poll(() => names).toHaveLength(2);
  expect(usualSeparator()).not.toBe(firstSeparator);
  localStorage.removeItem('csvSeparator');
});
