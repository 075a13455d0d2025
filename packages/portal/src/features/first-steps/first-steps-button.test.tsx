import { firstSteps } from '@basics/contract/first-steps/first-steps.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands } from '#portal/testing/records/brands.ts';
import { answerFigures, completedSteps } from '#portal/testing/records/figures.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openButton = page.getByRole('button', { name: /^Set-up:/ });
const card = page.getByRole('dialog', { name: 'Set up the portal' });

const openHome = (steps: Partial<typeof completedSteps>, role: 'Administrator' | 'Salesman' = 'Administrator') =>
  openPortal({
    at: '/',
    user: createUser(role),
    prepareServer: (server) => {
      answerFigures(server);
      answerBrands(server);
      server.answer(firstSteps.list, () => ({ ...completedSteps, ...steps }));
    },
  });

test('a button beside the title says how many steps are done and opens to those that are left (T890)', async () => {
  const { address } = await openHome({ mail: false, host: false, brand: false });
  await expect.element(openButton).toHaveTextContent('Set-up: 5 of 8 done');
  expect(card.elements()).toEqual([]);
  await expectAccessible();
  await openButton.click();
  await expect.element(card).toBeVisible();
  const steps = card.getByRole('listitem').elements();
  expect(steps.map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual([
    'E-mails',
    'Address of the portal',
    'Brand',
  ]);
  await expect.element(card.getByRole('link', { name: 'E-mails' })).toHaveAttribute('href', '/admin/mail');
  await expectAccessible();
  await card.getByRole('link', { name: 'Brand' }).click();
  await expect.poll(address).toBe('/admin/brands');
});

test('the user can hide the steps permanently', async () => {
  await openHome({ brand: false });
  await openButton.click();
  await card.getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => openButton.elements()).toEqual([]);
  expect(localStorage.getItem('firstSteps')).toBe('hidden');
});

test('the button is not shown when all steps are done', async () => {
  await openHome({});
  await expect.poll(() => localStorage.getItem('firstSteps')).toBe('hidden');
  expect(openButton.elements()).toEqual([]);
});

test('a salesman does not see the set-up steps', async () => {
  const { server } = await openHome({ brand: false }, 'Salesman');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(server.requests(firstSteps.list)).toEqual([]);
});
