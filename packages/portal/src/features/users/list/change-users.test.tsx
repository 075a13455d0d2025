import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserOptions, createUserRecord } from '#portal/testing/records/users.ts';

test('a salesman changes several users after a preview, sees a result for each, and cannot delete users', async () => {
  const user = createUser('Salesman');
  const rows = [createUserRecord(), createUserRecord({ userId: 102, firstName: 'Alan', lastName: 'Turing' })];
  const { server } = await openPortal({
    at: '/users',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, rows);
      fakeServer.answer(bulkUsers.changeMany, () => ({
        results: [
          { id: 101, outcome: 'done' as const, effect: 'brandChanged' as const },
          { id: 102, outcome: 'refused' as const, message: 'This brand is not allowed.' },
        ],
      }));
    },
  });
  await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).click();
  await page.getByRole('checkbox', { name: 'Select Alan Turing' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 users' });
  await dialog.getByLabelText('What').selectOptions('Change the brand');
  await dialog.getByLabelText('Brand').selectOptions('Basics Red');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Change the brand: Basics Red.*This affects 1 person.*1 is refused: This brand is not allowed\.Name.*1 gets another brand/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Change 1 user' }).click();
  await expect.element(dialog).toMatchTextContent(/1 of 2 were changed.*1 got another brand.*Grace Hopper/);
  expect(
    server
      .requests(bulkUsers.changeMany)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([
    { change: 'brand', brand: 'red', ids: [101, 102], preview: true },
    { change: 'brand', brand: 'red', ids: [101, 102], preview: false },
  ]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(page.getByRole('button', { name: /^Delete\b/ }).elements()).toEqual([]);
});

/** Opens the dialog to change one user, as an administrator. */
async function openChangeDialog(prepareServer: (server: FakeServer) => void = () => {}) {
  const user = createUser('Administrator');
  const { server, screen } = await openPortal({
    at: '/users',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord()]);
      fakeServer.answer(bulkUsers.changeMany, () => ({ results: [{ id: 101, outcome: 'done' as const }] }));
      prepareServer(fakeServer);
    },
  });
  await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  return { server, screen, dialog: page.getByRole('dialog', { name: 'Change 1 user' }) };
}

async function chooseAddOn(dialog: Locator): Promise<void> {
  await dialog.getByLabelText('What').selectOptions('Add add-on');
  await dialog.getByLabelText('Tool').selectOptions('Basics');
  await dialog.getByLabelText('Brand').selectOptions('Basics Red');
  await dialog.getByLabelText('Add-on').selectOptions('Config Rail');
}

test('a request that adds an add-on to a tool of users names only this add-on, no dates and no other add-ons', async () => {
  const { server, dialog } = await openChangeDialog();
  await chooseAddOn(dialog);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog).toMatchTextContent(/This affects 1 person/);
  expect(
    server
      .requests(bulkUsers.changeMany)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([{ change: 'addAddOn', tool: 'basics', brand: 'red', addOn: 'configRail', ids: [101], preview: true }]);
});

test('after a reload, a chosen add-on that is no longer offered must be chosen again', async () => {
  const { screen, dialog } = await openChangeDialog();
  await chooseAddOn(dialog);
  await screen.unmount();
  await openChangeDialog((server) =>
    server.answer(users.options, () => ({
      ...createUserOptions(createUser('Administrator').permissions),
      configTools: [{ id: 'configRoad', name: 'Config Road', tool: 'basics' }],
    })),
  );
  await expect.element(dialog.getByLabelText('Tool')).toHaveValue('basics');
  await expect.element(dialog.getByLabelText('Add-on')).toHaveValue('');
  await expect.element(dialog.getByRole('button', { name: 'Preview' })).toBeDisabled();
});

test('an administrator sets the add-ons of a tool for many users', async () => {
  const { server, dialog } = await openChangeDialog();
  await dialog.getByLabelText('What').selectOptions('Give a tool or end date');
  await dialog.getByLabelText('Tool').selectOptions('Basics');
  await dialog.getByLabelText('Brand').selectOptions('Basics Red');
  await dialog.getByRole('checkbox', { name: 'Set the add-ons of the tool' }).click();
  await dialog.getByRole('group', { name: 'Add-ons' }).getByRole('checkbox', { name: 'Config Rail' }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect.element(dialog).toMatchTextContent(/This affects 1 person/);
  expect(
    server
      .requests(bulkUsers.changeMany)
      .filter(({ body }) => !body.sample)
      .map(({ body }) => body),
  ).toEqual([
    {
      change: 'grant',
      tool: 'basics',
      brand: 'red',
      validTo: null,
      configTools: ['configRail'],
      ids: [101],
      preview: true,
    },
  ]);
});

test('the preview of a change of a grant shows its last day, and a warning if the grant becomes shorter', async () => {
  const { server, dialog } = await openChangeDialog();
  const grant = { validFrom: null, validTo: '2027-03-14', before: { validFrom: null, validTo: null } };
  server.answer(bulkUsers.changeMany, () => ({
    results: [{ id: 101, outcome: 'done' as const, effect: 'shorterTerm' as const, grant }],
  }));
  await dialog.getByLabelText('What').selectOptions('Give a tool or end date');
  await dialog.getByLabelText('Tool').selectOptions('Basics');
  await dialog.getByLabelText('Brand').selectOptions('Basics Red');
  await dialog.getByLabelText('Last day').fill('2027-03-14');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect
    .element(dialog.getByRole('table', { name: '1 gets a shorter term' }))
    .toMatchTextContent(/Grace Hopper.*without time limit → through 14 March 2027/);
  await expectAccessible();
});

test('after a reload, the form restores an unsent change only if the same users are selected', async () => {
  const user = createUser('Administrator');
  const rows = [createUserRecord(), createUserRecord({ userId: 102, firstName: 'Alan', lastName: 'Turing' })];
  const dialog = page.getByRole('dialog', { name: 'Change 1 user' });
  const openChangeOf = async (name: string) => {
    const { screen } = await openPortal({
      at: '/users',
      user,
      prepareServer: (fakeServer) => answerUsers(fakeServer, user.permissions, rows),
    });
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByRole('button', { name: 'Change…' }).click();
    return screen;
  };
  const screen = await openChangeOf('Grace Hopper');
  await dialog.getByLabelText('What').selectOptions('Change the brand');
  await dialog.getByLabelText('Brand').selectOptions('Basics Red');
  await screen.unmount();

  const otherScreen = await openChangeOf('Alan Turing');
  await expect.element(dialog.getByLabelText('What')).toHaveValue('');
  await otherScreen.unmount();

  await openChangeOf('Grace Hopper');
  await expect.element(dialog.getByLabelText('Brand')).toHaveValue('red');
});

test.each([
  [1280, 800],
  [390, 844],
])(
  'at %i x %i, the preview of a change of 30 users shows all counts and the danger at once, with the button in view, and asks for the number of users who lose something',
  async (width, height) => {
    await page.viewport(width, height);
    const rows = Array.from({ length: 30 }, (_, index) =>
      createUserRecord({
        userId: 101 + index,
        firstName: 'User',
        lastName: String(index),
        company: `Company ${index % 7}`,
      }),
    );
    const effects = ['newTool', 'shorterTerm', 'longerTerm'] as const;
    const before = { validFrom: null, validTo: null };
    const user = createUser('Administrator');
    const { server } = await openPortal({
      at: '/users',
      user,
      prepareServer: (fakeServer) => {
        answerUsers(fakeServer, user.permissions, rows);
        fakeServer.answer(bulkUsers.changeMany, ({ body }) => ({
          results: (body.ids ?? []).map((id) => ({
            id,
            outcome: 'done' as const,
            effect: effects[id % 3] ?? 'newTool',
            grant: { validFrom: null, validTo: '2027-12-31', before: id % 3 === 0 ? null : before },
          })),
        }));
      },
    });
    if (width === 390) await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page
      .getByRole('checkbox', { name: /^Select all/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 30 users' });
    await dialog.getByLabelText('What').selectOptions('Give a tool or end date');
    await dialog.getByLabelText('Tool').selectOptions('Basics');
    await dialog.getByLabelText('Brand').selectOptions('Basics Red');
    await dialog.getByLabelText('Last day').fill('2027-12-31');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect
      .element(dialog)
      .toMatchTextContent(/Basics, Basics Red, through 31 December 2027.*This affects 30 people in 7 companies\./);
    const runButton = dialog.getByRole('button', { name: 'Change 30 users' });
    const footTop = runButton.element().getBoundingClientRect().top;
    for (const words of ['get a shorter term', 'get a new tool', 'get a longer term']) {
      const { top, bottom } = dialog.getByRole('term').filter({ hasText: words }).element().getBoundingClientRect();
      expect([top >= 0, bottom < footTop]).toEqual([true, true]);
    }
    const shorterTerms = dialog.getByRole('table', { name: '10 get a shorter term' });
    expect(shorterTerms.getByRole('row').nth(1).element().getBoundingClientRect().top).toBeLessThan(footTop);
    expect(dialog.getByRole('table').elements()).toHaveLength(1);
    expect(dialog.element().querySelectorAll('tbody tr')).toHaveLength(5);
    await dialog.getByRole('button', { name: 'Show 5 more rows' }).click();
    await expect.poll(() => dialog.element().querySelectorAll('tbody tr')).toHaveLength(10);
    await expectAccessible();
    expect(runButton.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
    await expect.element(runButton).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'To confirm, type how many lose something: 10' }).fill('10');
    await runButton.click();
    await expect.element(dialog).toMatchTextContent(/30 of 30 were changed.*10 got a shorter term/);
    expect(server.requests(bulkUsers.changeMany).filter(({ body }) => !body.sample)).toHaveLength(2);
  },
);
