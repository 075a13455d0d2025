import { policies } from '@basics/contract/policies.ts';
import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerPolicies, createPolicy, usualPolicies, createWrittenPolicy } from '#portal/testing/catalogue.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const open = (answers: (server: FakeServer) => void = () => {}, at = '/admin/policies') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    answers: (server) => {
      answerPolicies(server);
      answers(server);
    },
  });

const table = page.getByRole('table', { name: 'Licence policies' });
const row = (name: RegExp) => table.getByRole('row').filter({ hasText: name });
const edit = (name = 'Small customer, Basics Blue') => page.getByRole('button', { name: `Edit ${name}` });
const beneath = page.getByRole('form', { name: /^Effect of the policy/ });
const field = (name: string) => table.getByLabelText(name, { exact: true });
const save = beneath.getByRole('button', { name: 'Save' });
const saved = (server: FakeServer) => server.requests(policies.update).filter(({ body }) => !body.preview);

describe('the policy table', () => {
  test('the table shows a row for each profile of a tool and brand, its terms and its users', async () => {
    await open();
    await expect.element(row(/^Small customer/)).toMatchTextContent(/12 months.*2.*3.*34.*51/);
    await expect.element(row(/^Viewer/)).toMatchTextContent(/30 days.*Trial.*1.*3.*0.*0/);
    expect(table.getByRole('row').elements()).toHaveLength(5);
    await expect.element(page.getByText(/grace period of 14 days.*not part of a policy/)).toBeVisible();
    await expectAccessible();
  });

  test('the table marks the values that differ from the defaults', async () => {
    await open();
    await expect.element(row(/^Salesman/)).toMatchTextContent(/Default: 12 months, 3 PCs, 3 moves/);
    await expect.element(row(/^Small customer/)).not.toMatchTextContent(/Default:/);
  });

  test('the table can be limited to a brand, and the address keeps the choice', async () => {
    const { address } = await open();
    await page.getByLabelText('Brand').selectOptions('Basics Red');
    await expect.element(row(/^Small customer/)).toMatchTextContent(/24 months/);
    expect(address()).toContain('brand=red');
    await page.getByLabelText('Brand').selectOptions('All brands');
    await expect.element(row(/Small customer.*Basics Blue/)).toBeVisible();
    await expect.element(row(/Small customer.*Basics Red/)).toBeVisible();
  });

  test('the table says which users the policies of a retired tool apply to', async () => {
    await open(
      (server) => answerPolicies(server, [...usualPolicies, createPolicy({ tool: 'old' })]),
      '/admin/policies?tool=old',
    );
    await expect.element(page.getByLabelText('Tool')).toHaveValue('old');
    await expect
      .element(page.getByText('This tool is retired. These policies apply to users who still have it.'))
      .toBeVisible();
  });

  test('the page explains how policies are created when there is no tool', async () => {
    await open((server) => server.answer(policies.list, () => ({ items: [], tools: [], brands: [], graceDays: 14 })));
    await expect.element(page.getByText('No tools yet')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Add tool' })).toHaveAttribute('href', '/admin/tools');
  });

  test('a table that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await open((answering) => answering.answer(policies.list, () => createRefusal('INTERNAL')));
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Policies/);
    answerPolicies(server);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/^Small customer/)).toBeVisible();
  });

  test('only administrators can open the page', async () => {
    const { address } = await openPortal({ at: '/admin/policies', user: createUser('Salesman') });
    await expect.poll(address).toBe('/not-found');
  });
});

describe('editing a policy', () => {
  test('a policy can be changed by keyboard, and the page shows the affected users before it saves', async () => {
    const { server } = await open((answering) =>
      answering.answer(policies.update, ({ body }) =>
        body.preview
          ? { reach: { people: 34, activeLicenses: 51, peopleAboveSeats: 3, machinesAboveSeats: 4 } }
          : createWrittenPolicy({ months: 6, seats: 1, version: 2 }),
      ),
    );
    await expect.element(edit()).toBeVisible();
    edit().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Lasts')).toHaveFocus();
    await expect.element(beneath).toMatchTextContent(/No changes to save\./);
    await expect.element(save).toBeDisabled();
    await field('Lasts').fill('6');
    await field('PCs').fill('1');
    await expect
      .element(beneath.getByRole('status'))
      .toMatchTextContent(
        /Affects 34 people with 51 active licences\..*3 people have more PCs than this \(4 too many\)\. They keep them, but cannot add new ones\..*Issued licences do not change\..*At their next renewal they get 6 months instead of 12 months\./,
      );
    await expectAccessible();
    expect(saved(server)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Policy saved')).toBeVisible();
    expect(saved(server).map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { profileID: 7, tool: 'basics', brand: 'blue' },
        body: { version: 1, months: 6, days: null, seats: 1, moves: 3, bridge: true, alsoFor: [] },
      },
    ]);
    await expect.element(edit()).toHaveFocus();
  });

  test('Escape leaves the policy unchanged', async () => {
    const { server } = await open();
    await edit().click();
    await field('PCs').fill('9');
    await userEvent.keyboard('{Escape}');
    await expect.element(edit()).toHaveFocus();
    await expect.element(row(/^Small customer/)).toMatchTextContent(/12 months/);
    expect(saved(server)).toEqual([]);
  });

  test('invalid values show errors at their fields and count no users', async () => {
    const { server } = await open();
    await edit().click();
    await field('PCs').fill('0');
    await field('Moves in 12 months').fill('');
    await expect.element(beneath).toMatchTextContent(/Correct the marked fields/);
    await expect.element(field('PCs')).toHaveAccessibleDescription(words.seats);
    await expect.element(field('Moves in 12 months')).toHaveAccessibleDescription(words.moves);
    await expect.element(save).toBeDisabled();
    await field('PCs').fill('1');
    await field('Moves in 12 months').fill('0');
    await expect
      .element(beneath)
      .toMatchTextContent(/Users can no longer move a licence to another PC without a salesman/);
    await field('Moves in 12 months').fill('1');
    await expect.element(beneath).toMatchTextContent(/Moves in the last 12 months count/);
    expect(server.requests(policies.update).every(({ body }) => body.preview === true)).toBe(true);
  });

  test('a policy in days issues trials, and the page shows that', async () => {
    await open();
    await edit().click();
    await field('Months or days').selectOptions('days');
    await field('Lasts').fill('45');
    await expect
      .element(beneath)
      .toMatchTextContent(/At their next renewal they get 45 days instead of 12 months\..*marked as trial licences/);
  });

  test('a policy can be reset to its default', async () => {
    const { server } = await open((answering) =>
      answering.answer(policies.update, ({ body }) =>
        body.preview
          ? { reach: { people: 6, activeLicenses: 9, peopleAboveSeats: 0, machinesAboveSeats: 0 } }
          : createRefusal('BUSY'),
      ),
    );
    await edit('Salesman, Basics Blue').click();
    await beneath.getByRole('button', { name: 'Reset to default' }).click();
    await expect.element(field('PCs')).toHaveValue(3);
    await expect.element(beneath).toMatchTextContent(/Affects 6 people with 9 active licences/);
    expect(server.requests(policies.update).at(-1)?.body).toMatchObject({ seats: 3, preview: true });
    await expect.element(beneath.getByRole('button', { name: 'Reset to default' })).toBeDisabled();
  });

  test('a policy can exclude bridges, and says so in the table', async () => {
    const { server } = await open((answering) =>
      answerPolicies(answering, [createPolicy(), createPolicy({ brand: 'red', bridge: false })]),
    );
    await edit().click();
    const bridge = beneath.getByRole('checkbox', { name: /^Bridge: a licence for 7 days/ });
    await expect.element(bridge).toBeChecked();
    await expect.element(beneath.getByRole('checkbox', { name: /Basics Red .*3 moves, no bridge/ })).toBeVisible();
    await bridge.click();
    await expect.element(beneath).toMatchTextContent(/Users without a free PC or move get no bridge/);
    await beneath.getByRole('button', { name: 'Reset to default' }).click();
    await expect.element(bridge).toBeChecked();
    await expect.element(beneath).toMatchTextContent(/No changes to save/);
    await bridge.click();
    await expect.element(beneath).toMatchTextContent(/Affects 34 people/);
    answerPolicies(server, [createPolicy({ bridge: false, version: 2 })]);
    server.answer(policies.update, () => createWrittenPolicy({ bridge: false, version: 2 }));
    await save.click();
    await expect.poll(() => saved(server).map(({ body }) => body.bridge)).toEqual([false]);
    await expect.element(row(/^Small customer/)).toMatchTextContent(/12 months\s*No bridge/);
  });

  test('a policy can be applied to other brands, which are shown with their current terms', async () => {
    const { server } = await open((answering) =>
      answering.answer(policies.update, ({ body }) =>
        body.preview
          ? { reach: { people: 42, activeLicenses: 51, peopleAboveSeats: 0, machinesAboveSeats: 0 } }
          : createWrittenPolicy({ version: 2 }),
      ),
    );
    await edit().click();
    await beneath.getByRole('checkbox', { name: 'Basics Red (now 24 months, 2 PCs, 3 moves)' }).click();
    await expect.element(beneath).toMatchTextContent(/Affects 42 people/);
    await save.click();
    await expect.poll(() => saved(server).map(({ body }) => body.alsoFor)).toEqual([[{ brand: 'red', version: 4 }]]);
  });

  test('a policy that another user changed is loaded again and keeps the typed values', async () => {
    const { server } = await open((answering) => answering.answer(policies.update, () => createRefusal('STALE')));
    await edit().click();
    await field('PCs').fill('4');
    await expect
      .element(beneath.getByRole('alert'))
      .toMatchTextContent(/Someone else has changed this since you opened it/);
    answerPolicies(server, [createPolicy({ version: 2, seats: 3 })]);
    await beneath.getByRole('button', { name: 'Load it again' }).click();
    await expect.element(beneath).toMatchTextContent(/Affects 34 people/);
    await expect.element(field('PCs')).toHaveValue(4);
    expect(server.requests(policies.update).at(-1)?.body).toMatchObject({ version: 2, seats: 4, preview: true });
  });

  test('a policy can be saved when counting users fails, and the page then shows the failure', async () => {
    const { server } = await open((answering) =>
      answering.answer(policies.update, () => createRefusal('NOT_PERMITTED')),
    );
    await edit().click();
    await field('PCs').fill('4');
    await expect.element(beneath).toMatchTextContent(/The affected users could not be counted/);
    await save.click();
    await expect.element(beneath.getByRole('alert')).toMatchTextContent(/The policy was not saved/);
    expect(saved(server)).toHaveLength(1);
  });

  test('leaving the page with an invalid field asks for confirmation', async () => {
    await open();
    await edit().click();
    await field('PCs').fill('');
    await page.getByRole('link', { name: 'My Users' }).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  });

  test('leaving the page with unsaved values asks for confirmation', async () => {
    await open();
    await edit().click();
    await field('PCs').fill('4');
    await expect.element(beneath).toMatchTextContent(/Affects 34 people/);
    await page.getByRole('link', { name: 'My Users' }).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  });
});

test('a narrow window shows each row as a card with its fields', async () => {
  await page.viewport(390, 844);
  await open();
  await edit().click();
  await expect.element(field('Lasts')).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
