import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** How often Tab is pressed at most. Each page has fewer controls. */
const tabLimit = 400;

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

/** Presses Tab until the control has the focus. */
export async function reach(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  const { keyboard } = control.page();
  for (let presses = 0; presses < tabLimit; presses += 1) {
    if (await hasFocus(control)) return;
    await keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(control)}.`);
}

/** Presses Tab until the control has the focus, and then the key. */
export async function pressAt(control: Locator, key = 'Enter'): Promise<void> {
  await reach(control);
  await control.page().keyboard.press(key);
}

/** Replaces the text of the field. */
export async function typeInto(textField: Locator, text: string): Promise<void> {
  await pressAt(textField, 'ControlOrMeta+a');
  await textField.page().keyboard.type(text);
  await expect(textField).toHaveValue(text);
}

/** Chooses an option of a list by the first letters of its name. */
export async function chooseIn(list: Locator, option: string): Promise<void> {
  await reach(list);
  await list.page().keyboard.type(option);
  await expect(list.locator('option:checked')).toHaveText(option);
}

/** Types a part of the name of an option into a field that offers options, and chooses the first one that the field offers. */
export async function pickIn(textField: Locator, option: string): Promise<void> {
  await pressAt(textField, 'ControlOrMeta+a');
  const page = textField.page();
  // A field with the whole name has chosen the option already, and offers none.
  await page.keyboard.type(option.slice(0, -1));
  await expect(page.getByRole('listbox').getByRole('option', { name: option }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(textField).toHaveAttribute('aria-expanded', 'false');
}

/** Ticks a box, or unticks it. */
export async function tick(box: Locator, isTicked = true): Promise<void> {
  await pressAt(box, 'Space');
  await expect(box).toBeChecked({ checked: isTicked });
}

/** Chooses a radio button with the arrow keys. Tab reaches only the checkedRadio button of the group, or the first if none is checkedRadio. */
export async function chooseRadio(group: Locator, option: string): Promise<void> {
  const { keyboard } = group.page();
  const radio = group.getByRole('radio', { name: option });
  const checkedRadio = group.getByRole('radio', { checked: true });
  await reach((await checkedRadio.count()) > 0 ? checkedRadio : group.getByRole('radio').first());
  await keyboard.press('Space');
  const count = await group.getByRole('radio').count();
  for (let presses = 0; presses < count && !(await radio.isChecked()); presses += 1) await keyboard.press('ArrowDown');
  await expect(radio).toBeChecked();
}

export const button = (container: Page | Locator, name: string | RegExp): Locator =>
  container.getByRole('button', { name, exact: true });
export const link = (container: Page | Locator, name: string | RegExp): Locator =>
  container.getByRole('link', { name, exact: true });
export const field = (container: Page | Locator, name: string | RegExp): Locator =>
  container.getByLabel(name, { exact: true });

/** Replaces the text of the field by the text of the clipboard. */
export async function pasteInto(textField: Locator, text: string): Promise<void> {
  const page = textField.page();
  await page.evaluate((copiedText) => navigator.clipboard.writeText(copiedText), text);
  await pressAt(textField, 'ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
}
