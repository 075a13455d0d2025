import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { users } from '@basics/contract/users/users.ts';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { openEditPage } from '#portal/testing/pages/edit-user.ts';
import { createUserRecord } from '#portal/testing/records/users.ts';

const phoneField = page.getByRole('textbox', { name: /^Phone/ });
const saveButton = page.getByRole('button', { name: 'Save changes' });
const stateText = page.getByText('Unsaved changes');

test('the save bar appears with the first change, stays in the window, and disappears when the stored value is typed again', async () => {
  await openEditPage();
  await expect.element(phoneField).toBeVisible();
  expect(saveButton.elements()).toEqual([]);
  await phoneField.fill('+49 30 1');
  await expect.element(stateText).toBeVisible();
  expect(document.documentElement.scrollHeight).toBeGreaterThan(innerHeight);
  expect(saveButton.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  await expectAccessible();
  await phoneField.fill(createUserRecord().phone);
  await expect.element(saveButton).not.toBeInTheDocument();
});

test('after saving, the save bar disappears, and the field with the focus keeps it', async () => {
  const { server } = await openEditPage();
  await phoneField.fill('+49 30 1');
  await saveButton.click();
  await expect.element(saveButton).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe('No unsaved changes');
  await phoneField.fill('+49 30 2');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => server.requests(users.update).at(-1)?.body).toMatchObject({ phone: '+49 30 2' });
});

test('on a phone, the save bar covers no control with the focus, also when it appears', async () => {
  await page.viewport(390, 600);
  await openEditPage();
  await expect.element(phoneField).toBeVisible();
  const findBarTop = (): number => stateText.element().parentElement?.getBoundingClientRect().top ?? 0;
  scrollTo(0, phoneField.element().getBoundingClientRect().bottom - innerHeight + 10);
  await userEvent.type(phoneField, '1');
  await expect.element(stateText).toBeVisible();
  expect(phoneField.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(findBarTop());
  const controls = [...document.querySelectorAll<HTMLElement>('main form :is(input, select, textarea)')];
  expect(controls.length).toBeGreaterThan(8);
  scrollTo(0, 0);
  for (const control of controls) {
    control.focus();
    expect(control.getBoundingClientRect().bottom, control.outerHTML).toBeLessThanOrEqual(findBarTop());
  }
  await page.viewport(1280, 800);
});
