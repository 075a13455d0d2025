import { brands } from '@basics/contract/brands/brands.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerBrands, blue, red } from '#portal/testing/records/brands.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const green = { ...red, id: 'green', theme: 'green', code: 2, name: 'Basics Green', hosts: ['green.example'] };

const openCreatePage = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/admin/brands/create',
    user: createUser('Administrator'),
    prepareServer: (server) => {
      answerBrands(server, [blue, red, green]);
      server.answer(brands.list, () => ({ items: [blue, red] }));
      server.answer(brands.create, () => green);
      prepareServer(server);
    },
  });

const locateField = (name: string) => page.getByLabelText(name, { exact: true });
const addButton = page.getByRole('button', { name: 'Add brand' });

async function fillForm(): Promise<void> {
  await locateField('ID').fill('green');
  await locateField('Name').fill('Basics Green');
  await locateField('Legal entity').fill('Basics Green AG');
  await locateField('Support e-mail').fill('support@green.example');
  await locateField('E-mail sender').fill('Basics Green <no-reply@green.example>');
}

test('the field for the theme follows the typed id until the user edits the theme', async () => {
  await openCreatePage();
  await locateField('ID').fill('teal');
  await expect.element(locateField('Theme')).toHaveValue('teal');
  await locateField('Theme').fill('sea');
  await locateField('ID').fill('green');
  await expect.element(locateField('Theme')).toHaveValue('sea');
  await locateField('Theme').fill('');
  await locateField('ID').fill('teal');
  await expect.element(locateField('Theme')).toHaveValue('');
});

test('a new brand gets the first free number, its id as its theme, and the colours of the first brand', async () => {
  const { server, address } = await openCreatePage();
  await fillForm();
  await locateField('Host names (optional)').fill('green.example\n  www.green.example ');
  await addButton.click();
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

test('the form of a new brand offers only brand numbers that are free', async () => {
  await openCreatePage();
  await expect.element(locateField('Number in licence codes')).toMatchTextContent('234567');
});

test('the error for a missing value is shown at its field and in a list above the form', async () => {
  const { server } = await openCreatePage();
  await addButton.click();
  await expect.element(page.getByText('Name is required.').last()).toBeVisible();
  await expect.element(page.getByText('6 fields have errors')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Email is required.' }).click();
  await expect.element(locateField('Support e-mail')).toHaveFocus();
  expect(server.requests(brands.create)).toEqual([]);
});

test('an error of the server is shown at its field, and its text contains the host name', async () => {
  await openCreatePage((server) =>
    server.answer(brands.create, () =>
      createRefusal('INVALID', {
        fields: {
          theme: 'Another brand has this theme. Choose another one.',
          'hosts.1': 'Another brand uses this host name. Remove it there first.',
        },
      }),
    ),
  );
  await fillForm();
  await locateField('Host names (optional)').fill('a.example\nb.example');
  await addButton.click();
  await expect.element(locateField('Theme')).toHaveAccessibleDescription(/Another brand has this theme/);
  await expect.element(locateField('Theme')).toHaveFocus();
  await expect
    .element(locateField('Host names (optional)'))
    .toHaveAccessibleDescription(/b\.example: Another brand uses this host name/);
});

test('a portal with eight brands shows why there is no form', async () => {
  const eightBrands = Array.from({ length: 8 }, (_, code) => ({ ...red, id: `b${code}`, code }));
  await openCreatePage((server) => server.answer(brands.list, () => ({ items: eightBrands })));
  await expect.element(page.getByRole('link', { name: 'All brands' })).toBeVisible();
  expect(addButton.elements()).toEqual([]);
});

test('the page asks before it discards typed values', async () => {
  const { address } = await openCreatePage();
  await locateField('ID').fill('green');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(locateField('ID')).toHaveValue('green');
  expect(address()).toBe('/admin/brands/create');
});

const openBrands = (prepareServer: (server: FakeServer) => void = answerBrands) =>
  openPortal({ at: '/admin/brands', user: createUser('Administrator'), prepareServer });

const locateRow = (name: RegExp) => page.getByRole('row', { name });

test('each brand shows its host names, how often it is used, and whether it is the default', async () => {
  await openBrands();
  await expect.element(locateRow(/Basics Blue/)).toMatchTextContent(/blue\.example\s*www\.blue\.example/);
  await expect.element(locateRow(/Basics Blue/)).toMatchTextContent('2 users and 1 licence');
  await expect.element(locateRow(/Basics Blue/)).toMatchTextContent('Default');
  await expect.element(locateRow(/Basics Red/)).toMatchTextContent('Nothing');
  await expectAccessible();
});

test('the name of a brand links to its page', async () => {
  const { address } = await openBrands();
  await page.getByRole('link', { name: 'Basics Red', exact: true }).click();
  await expect.poll(address).toBe('/admin/brands/red');
});

test('in a portal with eight brands, no other brand can be added, and the page shows why', async () => {
  const eightBrands = Array.from({ length: 8 }, (_, code) => ({ ...red, id: `b${code}`, name: `Brand ${code}`, code }));
  await openBrands((server) => answerBrands(server, eightBrands));
  await expect.element(page.getByText(/There are eight brands/)).toBeVisible();
  expect(page.getByRole('link', { name: 'Add brand' }).elements()).toEqual([]);
});

test('a list that cannot be loaded can be retried', async () => {
  let isFailing = true;
  await openBrands((server) => {
    server.answer(brands.list, () => (isFailing ? createRefusal('INTERNAL') : { items: [blue] }));
  });
  await expect.element(page.getByText('Failed to fetch Brands')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(locateRow(/Basics Blue/)).toBeVisible();
});

test.each(['Salesman', 'OEM'] as const)('a user with the role %s cannot open the page of brands', async (role) => {
  const { address } = await openPortal({ at: '/admin/brands', user: createUser(role) });
  await expect.poll(address).toBe('/not-found');
});
