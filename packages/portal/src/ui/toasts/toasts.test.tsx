import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createTestTimeouts } from '#portal/testing/timeouts.ts';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { createToasts, type Toasts } from './toast-store.ts';
import { ToastOutlet, ToastsContext } from './toasts.tsx';

let toasts: Toasts;
let advanceTime: (ms: number) => void;
const region = page.getByRole('region', { name: 'Notifications' });
const listTexts = (): (string | null)[] =>
  region
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

const isUnderPointer = (): boolean => region.element().matches(':hover');

beforeEach(async () => {
  const { timeouts, advance } = createTestTimeouts();
  [toasts, advanceTime] = [createToasts(timeouts), advance];
  await render(
    <ToastsContext value={toasts}>
      <main>
        <h1>Any page</h1>
        <p style={{ marginBlockStart: '20rem' }}>Far below</p>
      </main>
      <ToastOutlet />
    </ToastsContext>,
  );
});

test('a toast stays for 3,500 ms at the top of the window (T227)', async () => {
  toasts.done('Saved');
  // The script that shows toasts is loaded with the first toast. The 3,500 ms begin when the toast is painted.
  advanceTime(60_000);
  await expect.element(region.getByText('Saved')).toBeVisible();
  const { top, left, right } = region.element().getBoundingClientRect();
  expect(top).toBeLessThan(80);
  expect(Math.abs(left + right - innerWidth)).toBeLessThan(2);
  advanceTime(3499);
  await expect.element(region.getByText('Saved')).toBeVisible();
  advanceTime(1);
  await expect.poll(listTexts).toEqual([]);
});

test('toasts of all lengths have one width, and leave the header free (T782)', async () => {
  toasts.done('Saved');
  toasts.problem(
    'The licence could not be sent, because the address does not exist. Correct the address, then send it again.',
  );
  await expect.element(region.getByText('Saved')).toBeVisible();
  const boxes = region
    .getByRole('listitem')
    .elements()
    .map((item) => item.firstElementChild?.getBoundingClientRect());
  expect(new Set(boxes.map((box) => box?.width)).size).toBe(1);
  const headerSize = getComputedStyle(document.documentElement).getPropertyValue('--header-size');
  expect(region.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(Number.parseFloat(headerSize) * 16);
});

test('toasts are accessible', async () => {
  toasts.done('Saved');
  toasts.problem('Text copy error');
  await expect.poll(listTexts).toHaveLength(2);
  await expectAccessible();
});

test('a toast about a success has the role status, and a toast about a problem has the role alert', async () => {
  toasts.done('Saved');
  toasts.problem('Text copy error');
  await expect.element(page.getByRole('status')).toMatchTextContent('Saved');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Text copy error');
});

test('at most three toasts are shown, and a fourth toast removes the oldest', async () => {
  for (const text of ['one', 'two', 'three', 'four']) toasts.done(text);
  await expect.poll(listTexts).toEqual(['two', 'three', 'four']);
});

test('if a message is shown a second time, the time of its toast restarts', async () => {
  toasts.problem('Lost');
  await expect.element(region.getByText('Lost')).toBeVisible();
  advanceTime(3000);
  toasts.problem('Lost');
  advanceTime(3000);
  await expect.poll(listTexts).toEqual(['Lost']);
});

test('a toast can be dismissed, and all toasts can be dismissed at once (T226)', async () => {
  for (const text of ['one', 'two', 'three']) toasts.done(text);
  await region.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.poll(listTexts).toEqual(['two', 'three']);
  toasts.dismissAll();
  await expect.poll(listTexts).toEqual([]);
});

test('no toast is removed while the pointer is over the toasts; afterwards each toast gets its full time again', async () => {
  toasts.done('Saved');
  await userEvent.hover(region.getByText('Saved'));
  await expect.poll(isUnderPointer).toBe(true);
  advanceTime(60_000);
  expect(toasts.shown()).toHaveLength(1);
  await userEvent.hover(page.getByText('Far below'));
  await expect.poll(isUnderPointer).toBe(false);
  advanceTime(3499);
  expect(toasts.shown()).toHaveLength(1);
  await expect.element(region.getByText('Saved')).toBeVisible();
  advanceTime(1);
  await expect.poll(listTexts).toEqual([]);
});

test('a toast stays while it has the focus', async () => {
  toasts.done('Saved');
  await expect.element(region.getByText('Saved')).toBeVisible();
  await userEvent.tab();
  await expect.element(region.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
  advanceTime(60_000);
  await expect.element(region.getByText('Saved')).toBeVisible();
});

test('a toast in a hidden tab stays until the tab has been visible for its full time', async () => {
  const hiddenSpy = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  toasts.notice('You were signed out in another tab.');
  await expect.poll(listTexts).toHaveLength(1);
  advanceTime(60_000);
  await expect.poll(listTexts).toHaveLength(1);
  hiddenSpy.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  advanceTime(3499);
  await expect.poll(listTexts).toHaveLength(1);
  advanceTime(1);
  await expect.poll(listTexts).toEqual([]);
});

test('an action that has taken effect can be undone once, while its toast is shown', async () => {
  const undo = vi.fn<() => void>();
  toasts.undoable('Approved', 10_000, undo);
  await region.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(listTexts).toEqual([]);
  toasts.undoable('Rejected', 10_000, undo);
  await expect.element(region.getByText('Rejected')).toBeVisible();
  advanceTime(10_000);
  await expect.poll(listTexts).toEqual([]);
  expect(undo).toHaveBeenCalledOnce();
});

describe('an action that waits while it can be undone, and is announced by a toast', () => {
  let isUndone = false;
  const action = vi.fn<() => Promise<void>>();

  beforeEach(async () => {
    isUndone = false;
    action.mockReset().mockResolvedValue();
    toasts.later('Request deleted', action, () => (isUndone = true));
    await expect.element(region.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  test('an action that can be undone runs once, after five seconds', async () => {
    advanceTime(4999);
    expect(action).not.toHaveBeenCalled();
    advanceTime(1);
    expect(action).toHaveBeenCalledOnce();
    await expect.poll(listTexts).toEqual([]);
    await toasts.settle();
    expect(action).toHaveBeenCalledOnce();
  });

  test('an action can be undone for five seconds from the moment at which its toast becomes visible', async () => {
    const hiddenSpy = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    advanceTime(60_000);
    expect(action).not.toHaveBeenCalled();
    hiddenSpy.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    advanceTime(4999);
    expect(action).not.toHaveBeenCalled();
    advanceTime(1);
    expect(action).toHaveBeenCalledOnce();
  });

  test('an action does not run if the user undoes it', async () => {
    await region.getByRole('button', { name: 'Undo' }).click();
    advanceTime(10_000);
    expect([action.mock.calls.length, isUndone]).toEqual([0, true]);
    await expect.poll(listTexts).toEqual([]);
  });

  test('Ctrl+Z undoes an action, but not while a text field has the focus', async () => {
    await render(<input aria-label="Name" />);
    await page.getByRole('textbox', { name: 'Name' }).click();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(isUndone).toBe(false);
    await userEvent.keyboard('{Tab}');
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect([action.mock.calls.length, isUndone]).toEqual([0, true]);
  });

  test('an action that can be undone runs at once when its toast is dismissed or replaced by newer toasts, or when the page is closed', async () => {
    await region.getByRole('button', { name: 'Dismiss' }).click();
    expect(action).toHaveBeenCalledTimes(1);
    toasts.later('Another one', action, () => {});
    for (const text of ['1', '2', '3']) toasts.done(text);
    expect(action).toHaveBeenCalledTimes(2);
    toasts.later('The last one', action, () => {});
    await expect.element(region.getByText('The last one')).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    expect(action).toHaveBeenCalledTimes(3);
  });

  test('an action that can be undone does not run when the session of its user has ended', () => {
    toasts.dismissAll();
    advanceTime(10_000);
    expect(action).not.toHaveBeenCalled();
  });
});

test('a toast above a modal dialog is visible, is announced and can be dismissed', async () => {
  toasts.done('Before');
  await render(
    <Dialog title="A question" onClose={() => {}}>
      <p>Something asked.</p>
    </Dialog>,
  );
  toasts.problem('Above');
  const toastAboveDialog = region.getByText('Above');
  await expect.element(toastAboveDialog).toBeVisible();
  const { left, top, width, height } = toastAboveDialog.element().getBoundingClientRect();
  const elementAtToast = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(toastAboveDialog.element().contains(elementAtToast)).toBe(true);
  await region.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(listTexts).toEqual(['Before']);
});
