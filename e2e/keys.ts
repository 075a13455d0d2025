import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The maximum number of times that Tab is pressed. No page has so many controls. */
const tabLimit = 400;

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

/** Presses Tab until the control has the focus. */
export async function focusByTab(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  const { keyboard } = control.page();
  for (let presses = 0; presses < tabLimit; presses += 1) {
    if (await hasFocus(control)) return;
    await keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(control)}.`);
}

/** Presses Tab until the control has the focus, and then presses `key`. */
export async function pressKeyOn(control: Locator, key = 'Enter'): Promise<void> {
  await focusByTab(control);
  await control.page().keyboard.press(key);
}

/** Replaces the text of a field by typing. */
export async function typeInto(textField: Locator, text: string): Promise<void> {
  await pressKeyOn(textField, 'ControlOrMeta+a');
  await textField.page().keyboard.type(text);
  await expect(textField).toHaveValue(text);
}

/** Chooses an option of a list by typing the name of the option. */
export async function chooseListOption(list: Locator, option: string): Promise<void> {
  await focusByTab(list);
  await list.page().keyboard.type(option);
  await expect(list.locator('option:checked')).toHaveText(option);
}

/**
 * Types the name of an option, without its last character, into a field that offers options. Chooses the first option that the field
 * offers.
 */
export async function pickOption(textField: Locator, option: string): Promise<void> {
  await pressKeyOn(textField, 'ControlOrMeta+a');
  const page = textField.page();
  // When the field contains the whole name, it has already chosen the option, and offers no options.
  await page.keyboard.type(option.slice(0, -1));
  await expect(page.getByRole('listbox').getByRole('option', { name: option }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(textField).toHaveAttribute('aria-expanded', 'false');
}

/** Ticks a checkbox, or unticks it if `isTicked` is false. */
export async function tickCheckbox(box: Locator, isTicked = true): Promise<void> {
  await pressKeyOn(box, 'Space');
  await expect(box).toBeChecked({ checked: isTicked });
}

/**
 * Chooses a radio button with the arrow keys. Tab reaches only the checked radio button of the group, or the first radio button if none is
 * checked.
 */
export async function chooseRadio(group: Locator, option: string): Promise<void> {
  const { keyboard } = group.page();
  const radio = group.getByRole('radio', { name: option });
  const checkedRadio = group.getByRole('radio', { checked: true });
  await focusByTab((await checkedRadio.count()) > 0 ? checkedRadio : group.getByRole('radio').first());
  await keyboard.press('Space');
  const count = await group.getByRole('radio').count();
  for (let presses = 0; presses < count && !(await radio.isChecked()); presses += 1) await keyboard.press('ArrowDown');
  await expect(radio).toBeChecked();
}

export const locateButton = (container: Page | Locator, name: string | RegExp): Locator =>
  container.getByRole('button', { name, exact: true });
export const locateLink = (container: Page | Locator, name: string | RegExp): Locator =>
  container.getByRole('link', { name, exact: true });
export const locateField = (container: Page | Locator, name: string | RegExp): Locator =>
  container.getByLabel(name, { exact: true });

/** Puts a text on the clipboard, and replaces the text of the field by pasting. */
export async function pasteInto(textField: Locator, text: string): Promise<void> {
  const page = textField.page();
  await page.evaluate((copiedText) => navigator.clipboard.writeText(copiedText), text);
  await pressKeyOn(textField, 'ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
}
