import { firstSteps } from '@basics/contract/first-steps/first-steps.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands } from '#portal/testing/records/brands.ts';
import { answerFigures, completedSteps } from '#portal/testing/records/figures.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const card = page.getByRole('region', { name: 'Set up the portal' });

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

test('one line says how many steps are left and leads to the next one; it opens to all open steps (T890)', async () => {
  const { address } = await openHome({ mail: false, host: false, brand: false });
  const line = card.getByRole('button', { name: 'Set-up: 3 of 8 left' });
  await expect.element(line).toHaveAttribute('aria-expanded', 'false');
  await expect.element(card.getByRole('link', { name: 'E-mails' })).toHaveAttribute('href', '/admin/mail');
  expect(card.getByRole('listitem').elements()).toEqual([]);
  expect(card.element().getBoundingClientRect().height).toBeLessThanOrEqual(48);
  await expectAccessible();
  await line.click();
  const steps = card.getByRole('listitem').elements();
  expect(steps.map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual([
    'E-mails',
    'Address of the portal',
    'Brand',
  ]);
  await expectAccessible();
  await card.getByRole('link', { name: 'Brand' }).click();
  await expect.poll(address).toBe('/admin/brands');
});

test('the user can hide the steps permanently', async () => {
  await openHome({ brand: false });
  await card.getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => card.elements()).toEqual([]);
  expect(localStorage.getItem('firstSteps')).toBe('hidden');
});

test('the card is not shown when all steps are done', async () => {
  await openHome({});
  await expect.poll(() => localStorage.getItem('firstSteps')).toBe('hidden');
  expect(card.elements()).toEqual([]);
});

test('a salesman does not see the set-up steps', async () => {
  const { server } = await openHome({ brand: false }, 'Salesman');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(server.requests(firstSteps.list)).toEqual([]);
});
