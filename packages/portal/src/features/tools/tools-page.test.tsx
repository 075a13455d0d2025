import { tools } from '@basics/contract/tools.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createAddOn, answerTools, createTool } from '#portal/testing/catalogue.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const open = (answers: (server: FakeServer) => void = () => {}, at = '/admin/tools') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    answers: (server) => {
      answerTools(server);
      answers(server);
    },
  });

const table = page.getByRole('table', { name: 'Tools' });
const row = (name: RegExp) => table.getByRole('row').filter({ hasText: name });
const panel = (name: string) => page.getByRole('dialog', { name });
const addOn = (name: string) => page.getByRole('group', { name, exact: true });

describe('the list', () => {
  test('the list shows each tool with its number, its add-ons and its number of users', async () => {
    await open();
    await expect
      .element(row(/^Basics basics/))
      .toMatchTextContent(/7.*Every version.*Config Rail, BIM Export.*34.*51.*Offered/);
    await expect.element(row(/^Basics Plan/)).toMatchTextContent(/8.*Up to version 3.*None.*0.*0.*Offered/);
    await expect.element(row(/^Old Basics/)).toMatchTextContent(/Old Rail \(retired\).*Retired/);
    await expectAccessible();
  });

  test('an empty list explains what to do', async () => {
    await open((server) => answerTools(server, []));
    await expect.element(page.getByText('No tools yet')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add tool' })).toBeVisible();
  });

  test('a list that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await open((answering) => answering.answer(tools.list, () => createRefusal('INTERNAL')));
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Tools/);
    answerTools(server);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/^Basics Plan/)).toBeVisible();
  });

  test('only administrators can open the page', async () => {
    const { address } = await openPortal({ at: '/admin/tools', user: createUser('Salesman') });
    await expect.poll(address).toBe('/not-found');
  });
});

describe('a new tool', () => {
  test('a tool can be added with its add-ons, each with the next free bit', async () => {
    const { server, address } = await open((answering) =>
      answering.answer(tools.create, () => createTool({ id: 'draft', name: 'Basics Draft' })),
    );
    await page.getByRole('button', { name: 'Add tool' }).click();
    const adding = panel('Add tool');
    await expect.element(adding.getByLabelText('ID', { exact: true })).toHaveFocus();
    await adding.getByLabelText('ID', { exact: true }).fill('draft');
    await adding.getByLabelText('Number in codes').fill('12');
    await adding.getByLabelText('Name').fill('Basics Draft');
    await adding.getByLabelText('Newest version').fill('4');
    for (const [index, id] of ['walls', 'doors'].entries()) {
      await adding.getByRole('button', { name: 'Add add-on' }).click();
      const group = addOn(`Add-on ${index + 1}`);
      await group.getByLabelText('ID', { exact: true }).fill(id);
      await group.getByLabelText('Name').fill(id.toUpperCase());
    }
    await expect.element(addOn('DOORS').getByLabelText('Bit')).toHaveValue('1');
    await expectAccessible();
    adding.getByLabelText('Newest version').element().focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Basics Draft added')).toBeVisible();
    expect(server.requests(tools.create).map(({ body }) => body)).toEqual([
      {
        id: 'draft',
        code: 12,
        name: 'Basics Draft',
        maxMajor: 4,
        addOns: [
          { id: 'walls', name: 'WALLS', bit: 0, retired: false },
          { id: 'doors', name: 'DOORS', bit: 1, retired: false },
        ],
      },
    ]);
    expect(address()).toBe('/admin/tools');
  });

  test('missing values and refusals of the server show errors at their fields', async () => {
    // Makes everything visible: a user would scroll to the fields that the buttons partly cover.
    await page.viewport(1280, 1400);
    const { server } = await open((answering) =>
      answering.answer(tools.create, () =>
        createRefusal('INVALID', {
          fields: {
            code: 'Another tool has this number. Choose another one.',
            'addOns.0.id': 'Another tool or add-on has this ID. Choose another one.',
          },
        }),
      ),
    );
    await page.getByRole('button', { name: 'Add tool' }).click();
    const adding = panel('Add tool');
    const submit = adding.getByRole('button', { name: 'Add tool' });
    await submit.click();
    const id = adding.getByLabelText('ID', { exact: true }).first();
    const code = adding.getByLabelText('Number in codes');
    await expect.element(id).toHaveAccessibleDescription(/starting with a lowercase letter\./);
    await expect.element(code).toHaveAccessibleDescription(/Enter a whole number from 1 to 65535\./);
    await expect.element(adding.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required\./);
    await expect.element(id).toHaveFocus();
    expect(server.requests(tools.create)).toEqual([]);
    await id.fill('draft');
    await code.fill('7');
    await adding.getByLabelText('Name').fill('Draft');
    await adding.getByRole('button', { name: 'Add add-on' }).click();
    await addOn('Add-on 1').getByLabelText('ID', { exact: true }).fill('configRail');
    await addOn('Add-on 1').getByLabelText('Name').fill('Rail');
    await submit.click();
    await expect.element(code).toHaveAccessibleDescription(/Another tool has this number\./);
    await expect
      .element(addOn('Rail').getByLabelText('ID', { exact: true }))
      .toHaveAccessibleDescription('Another tool or add-on has this ID. Choose another one.');
    await expectAccessible();
  });
});

describe('an existing tool', () => {
  test('id, number and the bits in issued licences cannot be changed', async () => {
    await open(() => {}, '/admin/tools?tool=basics');
    const editing = panel('Basics');
    await expect.element(editing).toMatchTextContent(/ID.*basics.*Number in codes.*7/);
    await expect.element(addOn('Config Rail').getByLabelText('Bit')).toBeDisabled();
    await expect
      .element(addOn('Config Rail'))
      .toMatchTextContent(/In use: 4 grants and 6 licences\..*Only users with the permission/);
    await expect.element(addOn('Config Rail').getByRole('button', { name: 'Remove Config Rail' })).toBeDisabled();
    await expect.element(addOn('BIM Export').getByLabelText('Bit')).toBeEnabled();
    await expect.element(addOn('BIM Export')).toMatchTextContent(/Not in use\./);
    await expect
      .element(editing)
      .toMatchTextContent(
        /This tool cannot be deleted because it is used by 34 grants, 2 requests and 77 licences\. Retire it instead\./,
      );
  });

  test('its list of revoked licences can be downloaded and carried to a PC without a network', async () => {
    await open(() => {}, '/admin/tools?tool=plan');
    const link = panel('Basics Plan').getByRole('link', { name: 'Download the list of revoked licences' });
    await expect.element(link).toHaveAttribute('href', '/.well-known/basics-revocations/8');
    await expect.element(link).toHaveAttribute('download');
    await expectAccessible();
  });

  test('a tool can be renamed and retired, and its add-ons changed, added and removed', async () => {
    const { server } = await open((answering) =>
      answering.answer(tools.update, () => createTool({ name: 'Basics One', version: 2 })),
    );
    await page.getByRole('link', { name: 'Edit Basics', exact: true }).click();
    const editing = panel('Basics');
    await editing.getByLabelText('Name').first().fill('Basics One');
    await editing.getByRole('checkbox', { name: 'Retired' }).first().click();
    await addOn('BIM Export').getByRole('button', { name: 'Remove BIM Export' }).click();
    await addOn('Config Rail').getByRole('checkbox', { name: 'Retired' }).click();
    await editing.getByRole('button', { name: 'Add add-on' }).click();
    await addOn('Add-on 2').getByLabelText('ID', { exact: true }).fill('walls');
    await addOn('Add-on 2').getByLabelText('Name').fill('Walls');
    await addOn('Walls').getByLabelText('Bit').selectOptions('31');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Basics One saved')).toBeVisible();
    expect(server.requests(tools.update).map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { id: 'basics' },
        body: {
          version: 1,
          name: 'Basics One',
          maxMajor: 255,
          retired: true,
          addOns: [
            { id: 'configRail', name: 'Config Rail', bit: 0, retired: true },
            { id: 'walls', name: 'Walls', bit: 31, retired: false },
          ],
        },
      },
    ]);
  });

  test('a tool that another user changed is loaded again', async () => {
    const { server } = await open(
      (answering) => answering.answer(tools.update, () => createRefusal('STALE')),
      '/admin/tools?tool=plan',
    );
    const editing = panel('Basics Plan');
    await editing.getByLabelText('Name').fill('Plan B');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect
      .element(editing.getByRole('alert'))
      .toMatchTextContent(/Someone else has changed this since you opened it/);
    answerTools(server, [
      createTool({ id: 'plan', name: 'Plan A', version: 5, addOns: [createAddOn({ id: 'walls', name: 'Walls' })] }),
    ]);
    await editing.getByRole('button', { name: 'Load it again' }).click();
    await expect.element(panel('Plan A').getByLabelText('Name').first()).toHaveValue('Plan A');
    await expect.element(addOn('Walls')).toBeVisible();
    await panel('Plan A').getByLabelText('Name').first().fill('Plan B');
    await panel('Plan A').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => server.requests(tools.update).at(-1)?.body.version).toBe(5);
  });

  test('an add-on that is in use by now shows above the add-ons why it cannot be removed', async () => {
    const words = 'BIM Export is in use: 1 grant. Retire it instead.';
    await open(
      (answering) => answering.answer(tools.update, () => createRefusal('INVALID', { fields: { addOns: words } })),
      '/admin/tools?tool=basics',
    );
    await page.getByRole('button', { name: 'Remove BIM Export' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(panel('Basics').getByRole('alert')).toMatchTextContent(words);
  });

  test('leaving with changes asks for confirmation, and leaving without changes does not', async () => {
    const { address } = await open(() => {}, '/admin/tools?tool=plan');
    await expect.element(panel('Basics Plan')).toBeVisible();
    await panel('Basics Plan').getByLabelText('Name').fill('Plan B');
    await userEvent.keyboard('{Escape}');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(panel('Basics Plan').getByLabelText('Name')).toHaveValue('Plan B');
    await panel('Basics Plan').getByLabelText('Name').fill('Basics Plan');
    await panel('Basics Plan').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('/admin/tools');
  });

  test('a tool without references is deleted after a confirmation', async () => {
    const { server } = await open(
      (answering) =>
        answering.answer(tools.remove, () =>
          createRefusal('IN_USE', { message: 'Basics Plan is in use: 1 grant. Retire it instead.' }),
        ),
      '/admin/tools?tool=plan',
    );
    await panel('Basics Plan').getByRole('button', { name: 'Delete tool' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Basics Plan?' });
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await question.getByRole('button', { name: 'Delete tool' }).click();
    await expect.element(question.getByRole('alert')).toMatchTextContent(/The tool was not deleted.*in use: 1 grant/);
    server.answer(tools.remove, () => undefined);
    await question.getByRole('button', { name: 'Delete tool' }).click();
    await expect.element(page.getByText('Basics Plan deleted')).toBeVisible();
    expect(server.requests(tools.remove).at(-1)?.params).toEqual({ id: 'plan' });
  });
});

test('the panel fills a narrow window', async () => {
  await page.viewport(390, 844);
  await open(() => {}, '/admin/tools?tool=basics');
  await expect.element(addOn('Config Rail')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
