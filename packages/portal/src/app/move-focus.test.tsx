import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { moveFocusFromRemovedElements, showWholeControlAfterTab } from './move-focus.ts';

/** Opens a page with two rows, and a toast after the page. */
function openPage() {
  const page = document.createElement('div');
  page.innerHTML = `<main><h1 tabindex="-1">Requests</h1><ul><li><button id="one"></button></li><li><button id="two"></button></li></ul></main>
    <section><button id="undo"></button></section>`;
  document.body.append(page);
  const stopKeepingFocus = moveFocusFromRemovedElements();
  onTestFinished(() => {
    stopKeepingFocus();
    page.remove();
  });
  return {
    button: (id: string) => page.querySelector<HTMLButtonElement>(`#${id}`),
    row: (id: string) => page.querySelector(`#${id}`)?.closest('li'),
    heading: page.querySelector('h1'),
  };
}

const expectFocus = () => expect.poll(() => document.activeElement);

test('when a row with the focus is deleted, the next row gets the focus', async () => {
  const { button, row } = openPage();
  button('one')?.focus();
  row('one')?.remove();
  await expectFocus().toBe(button('two'));
});

test('when the last row is deleted, the row before it gets the focus, and when no row is left, the heading gets the focus', async () => {
  const { button, row, heading } = openPage();
  button('two')?.focus();
  row('two')?.remove();
  await expectFocus().toBe(button('one'));
  row('one')?.remove();
  await expectFocus().toBe(heading);
});

test('when Undo removes its own toast, the heading gets the focus', async () => {
  const { button, heading } = openPage();
  button('undo')?.focus();
  button('undo')?.remove();
  await expectFocus().toBe(heading);
});

test('when a row without the focus is deleted, the focus does not move', async () => {
  const { button, row } = openPage();
  button('one')?.focus();
  button('one')?.blur();
  await Promise.resolve();
  row('one')?.remove();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});

test('when Tab leads to a control of which a part is outside its scrolling row, the row scrolls until the whole control is visible (T975)', async () => {
  const row = document.createElement('nav');
  row.style.cssText = 'display: flex; inline-size: 320px; overflow-x: auto';
  row.innerHTML = ['one', 'two']
    .map((id) => `<button id="${id}" style="flex: none; inline-size: 250px"></button>`)
    .join('');
  document.body.append(row);
  const stop = showWholeControlAfterTab();
  onTestFinished(() => {
    stop();
    row.remove();
  });
  row.querySelector<HTMLButtonElement>('#one')?.focus();
  await userEvent.tab();
  expect(document.activeElement?.id).toBe('two');
  const readEdge = (element: Element | null): number => element?.getBoundingClientRect().right ?? 0;
  await expect.poll(() => readEdge(document.activeElement) - readEdge(row)).toBeLessThan(1);
});
