import { brands } from '@basics/contract/brands.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands, blue, red } from '#portal/testing/brands.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const green = { ...red, id: 'green', theme: 'green', code: 2, name: 'Basics Green', hosts: ['green.example'] };

const open = (answers: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/admin/brands/create',
    user: createUser('Administrator'),
    answers: (server) => {
      answerBrands(server, [blue, red, green]);
      server.answer(brands.list, () => ({ items: [blue, red] }));
      server.answer(brands.create, () => green);
      answers(server);
    },
  });

const field = (name: string) => page.getByLabelText(name, { exact: true });
const add = page.getByRole('button', { name: 'Add a brand' });

async function fillIn(): Promise<void> {
  await field('ID').fill('green');
  await field('Name').fill('Basics Green');
  await field('Legal entity').fill('Basics Green AG');
  await field('Support e-mail').fill('support@green.example');
  await field('E-mail sender').fill('Basics Green <no-reply@green.example>');
}

test('the theme follows the id until it is edited, and an edited theme is never overwritten', async () => {
  await open();
  await field('ID').fill('teal');
  await expect.element(field('Theme')).toHaveValue('teal');
  await field('Theme').fill('sea');
  await field('ID').fill('green');
  await expect.element(field('Theme')).toHaveValue('sea');
  await field('Theme').fill('');
  await field('ID').fill('teal');
  await expect.element(field('Theme')).toHaveValue('');
});

test('a new brand starts with the first free number, its id as its theme, and readable colours', async () => {
  const { server, address } = await open();
  await fillIn();
  await field('Host names (optional)').fill('green.example\n  www.green.example ');
  await add.click();
  await expect.poll(address).toBe('/admin/brands/green');
  expect(server.requests(brands.create)[0]?.body).toEqual({
    id: 'green',
    theme: 'green',
    code: 2,
    name: 'Basics Green',
    tokens: blue.tokens,
    hosts: ['green.example', 'www.green.example'],
    supportEmail: 'support@green.example',
    legalEntity: 'Basics Green AG',
    senderAddress: 'Basics Green <no-reply@green.example>',
  });
  await expect.element(page.getByText('Basics Green was added')).toBeVisible();
});

test('only free numbers are offered', async () => {
  await open();
  await expect.element(field('Number in licence codes')).toMatchTextContent('234567');
});

test('a missing value is shown at its field and in a list above the form', async () => {
  const { server } = await open();
  await add.click();
  await expect.element(page.getByText('Name is required.').last()).toBeVisible();
  await expect.element(page.getByText('6 fields have errors')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Email is required.' }).click();
  await expect.element(field('Support e-mail')).toHaveFocus();
  expect(server.requests(brands.create)).toEqual([]);
});

test('an error of the server appears at its field, and names the host name', async () => {
  await open((server) =>
    server.answer(brands.create, () =>
      createRefusal('INVALID', {
        fields: {
          theme: 'Another brand has this theme. Choose another one.',
          'hosts.1': 'Another brand uses this host name. Remove it there first.',
        },
      }),
    ),
  );
  await fillIn();
  await field('Host names (optional)').fill('a.example\nb.example');
  await add.click();
  await expect.element(field('Theme')).toHaveAccessibleDescription(/Another brand has this theme/);
  await expect.element(field('Theme')).toHaveFocus();
  await expect
    .element(field('Host names (optional)'))
    .toHaveAccessibleDescription(/b\.example: Another brand uses this host name/);
});

test('a portal with eight brands shows why there is no form', async () => {
  const eight = Array.from({ length: 8 }, (_, code) => ({ ...red, id: `b${code}`, code }));
  await open((server) => server.answer(brands.list, () => ({ items: eight })));
  await expect.element(page.getByRole('link', { name: 'All brands' })).toBeVisible();
  expect(add.elements()).toEqual([]);
});

test('the page asks before it discards typed values', async () => {
  const { address } = await open();
  await field('ID').fill('green');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(address()).toBe('/admin/brands/create');
});
