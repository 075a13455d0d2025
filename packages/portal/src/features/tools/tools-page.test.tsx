import { tools } from '@basics/contract/tools/tools.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createAddOn, answerTools, createTool } from '#portal/testing/records/catalogue.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openTools = (prepareServer: (server: FakeServer) => void = () => {}, at = '/admin/tools') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      answerTools(server);
      prepareServer(server);
    },
  });

const table = page.getByRole('table', { name: 'Tools' });
const locateRow = (name: RegExp) => table.getByRole('row').filter({ hasText: name });
const locatePanel = (name: string) => page.getByRole('dialog', { name });
const locateAddOn = (name: string) => page.getByRole('group', { name, exact: true });

describe('administrators see the list of tools', () => {
  test('the list shows who uses each tool, its versions and its add-ons', async () => {
    await openTools();
    await expect
      .element(locateRow(/^Basics basics/))
      .toMatchTextContent(/51.*34.*All.*Config Rail, BIM Export.*Offered/);
    await expect.element(locateRow(/^Basics Plan/)).toMatchTextContent(/0.*0.*Up to 3.*None.*Offered/);
    await expect.element(locateRow(/^Old Basics/)).toMatchTextContent(/Old Rail \(retired\).*Retired/);
    await expectAccessible();
  });

  test('an empty list explains what to do', async () => {
    await openTools((server) => answerTools(server, []));
    await expect.element(page.getByText('No tools yet')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add tool' })).toBeVisible();
  });

  test('a list that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await openTools((fakeServer) => fakeServer.answer(tools.list, () => createRefusal('INTERNAL')));
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Tools/);
    answerTools(server);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(locateRow(/^Basics Plan/)).toBeVisible();
  });

  test('only administrators can open the page', async () => {
    const { address } = await openPortal({ at: '/admin/tools', user: createUser('Salesman') });
    await expect.poll(address).toBe('/not-found');
  });
});

describe('administrators add a tool', () => {
  test('a tool can be added with its add-ons, each with the next free bit', async () => {
    const { server, address } = await openTools((fakeServer) =>
      fakeServer.answer(tools.create, () => createTool({ id: 'draft', name: 'Basics Draft' })),
    );
    await page.getByRole('button', { name: 'Add tool' }).click();
    const newToolPanel = locatePanel('Add tool');
    await expect.element(newToolPanel.getByLabelText('ID', { exact: true })).toHaveFocus();
    await newToolPanel.getByLabelText('ID', { exact: true }).fill('draft');
    await newToolPanel.getByLabelText('Number in codes').fill('12');
    await newToolPanel.getByLabelText('Name').fill('Basics Draft');
    await newToolPanel.getByRole('radio', { name: 'Up to a version' }).click();
    await newToolPanel.getByLabelText('Newest version').fill('4');
    for (const [index, id] of ['walls', 'doors'].entries()) {
      await newToolPanel.getByRole('button', { name: 'Add add-on' }).click();
      const group = locateAddOn(`Add-on ${index + 1}`);
      await group.getByLabelText('ID', { exact: true }).fill(id);
      await group.getByLabelText('Name').fill(id.toUpperCase());
    }
    await expect.element(locateAddOn('DOORS').getByLabelText('Bit')).toHaveValue('1');
    await expectAccessible();
    newToolPanel.getByLabelText('Newest version').element().focus();
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
    // A high window makes all fields visible, so that the buttons at the bottom do not cover them.
    await page.viewport(1280, 1400);
    const { server } = await openTools((fakeServer) =>
      fakeServer.answer(tools.create, () =>
        createRefusal('INVALID', {
          fields: {
            code: 'Another tool has this number. Choose another one.',
            'addOns.0.id': 'Another tool or add-on has this ID. Choose another one.',
          },
        }),
      ),
    );
    await page.getByRole('button', { name: 'Add tool' }).click();
    const newToolPanel = locatePanel('Add tool');
    const submitButton = newToolPanel.getByRole('button', { name: 'Add tool' });
    await submitButton.click();
    const id = newToolPanel.getByLabelText('ID', { exact: true }).first();
    const codeField = newToolPanel.getByLabelText('Number in codes');
    await expect.element(id).toHaveAccessibleDescription(/starting with a lowercase letter\./);
    await expect.element(codeField).toHaveAccessibleDescription(/Enter a whole number from 1 to 65535\./);
    await expect.element(newToolPanel.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required\./);
    await expect.element(id).toHaveFocus();
    expect(server.requests(tools.create)).toEqual([]);
    await id.fill('draft');
    await codeField.fill('7');
    await newToolPanel.getByLabelText('Name').fill('Draft');
    await newToolPanel.getByRole('button', { name: 'Add add-on' }).click();
    await locateAddOn('Add-on 1').getByLabelText('ID', { exact: true }).fill('configRail');
    await locateAddOn('Add-on 1').getByLabelText('Name').fill('Rail');
    await submitButton.click();
    await expect.element(codeField).toHaveAccessibleDescription(/Another tool has this number\./);
    await expect
      .element(locateAddOn('Rail').getByLabelText('ID', { exact: true }))
      .toHaveAccessibleDescription('Another tool or add-on has this ID. Choose another one.');
    await expectAccessible();
  });
});

describe('administrators change a tool', () => {
  test('id, number and the bits in issued licences cannot be changed', async () => {
    await openTools(() => {}, '/admin/tools?tool=basics');
    const toolPanel = locatePanel('Tool Basics');
    await expect.element(toolPanel).toMatchTextContent(/ID.*basics.*Number in codes.*7/);
    await expect.element(locateAddOn('Config Rail')).toMatchTextContent(/configRail · Bit 0/);
    expect(locateAddOn('Config Rail').getByRole('combobox').elements()).toEqual([]);
    await expect
      .element(locateAddOn('Config Rail'))
      .toMatchTextContent(/In use: 4 grants and 6 licences\..*Only staff with the permission/);
    await expect.element(locateAddOn('Config Rail').getByRole('button', { name: 'Remove Config Rail' })).toBeDisabled();
    await expect.element(locateAddOn('BIM Export').getByLabelText('Bit')).toBeEnabled();
    await expect.element(locateAddOn('BIM Export')).toMatchTextContent(/Not in use\./);
    await expect
      .element(toolPanel)
      .toMatchTextContent(
        /This tool cannot be deleted because it is used by 34 grants, 2 requests and 77 licences\. Retire it instead\./,
      );
  });

  test('the list of revoked licences of a tool can be downloaded', async () => {
    await openTools(() => {}, '/admin/tools?tool=plan');
    const link = locatePanel('Tool Basics Plan').getByRole('link', { name: 'Download the list of revoked licences' });
    await expect.element(link).toHaveAttribute('href', '/.well-known/basics-revocations/8');
    await expect.element(link).toHaveAttribute('download');
    await expectAccessible();
  });

  test('a tool can be renamed and retired, and its add-ons changed, added and removed', async () => {
    const { server } = await openTools((fakeServer) =>
      fakeServer.answer(tools.update, () => createTool({ name: 'Basics One', version: 2 })),
    );
    await page.getByRole('link', { name: 'Edit Basics', exact: true }).click();
    const toolPanel = locatePanel('Tool Basics');
    await toolPanel.getByLabelText('Name').first().fill('Basics One');
    await toolPanel.getByRole('checkbox', { name: 'Retired' }).first().click();
    await locateAddOn('BIM Export').getByRole('button', { name: 'Remove BIM Export' }).click();
    await locateAddOn('Config Rail').getByRole('checkbox', { name: 'Retired' }).click();
    await toolPanel.getByRole('button', { name: 'Add add-on' }).click();
    await locateAddOn('Add-on 2').getByLabelText('ID', { exact: true }).fill('walls');
    await locateAddOn('Add-on 2').getByLabelText('Name').fill('Walls');
    await locateAddOn('Walls').getByLabelText('Bit').selectOptions('31');
    await toolPanel.getByRole('button', { name: 'Save' }).click();
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
    const { server } = await openTools(
      (fakeServer) => fakeServer.answer(tools.update, () => createRefusal('STALE')),
      '/admin/tools?tool=plan',
    );
    const toolPanel = locatePanel('Tool Basics Plan');
    await toolPanel.getByLabelText('Name').fill('Plan B');
    await toolPanel.getByRole('button', { name: 'Save' }).click();
    await expect
      .element(toolPanel.getByRole('alert'))
      .toMatchTextContent(/Someone else has changed this since you opened it/);
    answerTools(server, [
      createTool({ id: 'plan', name: 'Plan A', version: 5, addOns: [createAddOn({ id: 'walls', name: 'Walls' })] }),
    ]);
    await toolPanel.getByRole('button', { name: 'Load it again' }).click();
    await expect.element(locatePanel('Tool Plan A').getByLabelText('Name').first()).toHaveValue('Plan A');
    await expect.element(locateAddOn('Walls')).toBeVisible();
    await locatePanel('Tool Plan A').getByLabelText('Name').first().fill('Plan B');
    await locatePanel('Tool Plan A').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => server.requests(tools.update).at(-1)?.body.version).toBe(5);
  });

  test('an add-on that came into use while the panel was open cannot be removed, and an error shows the reason', async () => {
    const message = 'BIM Export is in use: 1 grant. Retire it instead.';
    await openTools(
      (fakeServer) => fakeServer.answer(tools.update, () => createRefusal('INVALID', { fields: { addOns: message } })),
      '/admin/tools?tool=basics',
    );
    await page.getByRole('button', { name: 'Remove BIM Export' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(locatePanel('Tool Basics').getByRole('alert')).toMatchTextContent(message);
  });

  test('leaving with changes asks for confirmation, and leaving without changes does not', async () => {
    const { address } = await openTools(() => {}, '/admin/tools?tool=plan');
    await expect.element(locatePanel('Tool Basics Plan')).toBeVisible();
    await locatePanel('Tool Basics Plan').getByLabelText('Name').fill('Plan B');
    await userEvent.keyboard('{Escape}');
    const confirmation = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect.element(confirmation).toBeVisible();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(locatePanel('Tool Basics Plan').getByLabelText('Name')).toHaveValue('Plan B');
    await locatePanel('Tool Basics Plan').getByLabelText('Name').fill('Basics Plan');
    await locatePanel('Tool Basics Plan').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('/admin/tools');
  });

  test('a tool without references is deleted after a confirmation', async () => {
    const { server } = await openTools(
      (fakeServer) =>
        fakeServer.answer(tools.remove, () =>
          createRefusal('IN_USE', { message: 'Basics Plan is in use: 1 grant. Retire it instead.' }),
        ),
      '/admin/tools?tool=plan',
    );
    await locatePanel('Tool Basics Plan').getByRole('button', { name: 'Delete tool' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Delete Basics Plan?' });
    await expect.element(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await confirmation.getByRole('button', { name: 'Delete tool' }).click();
    await expect
      .element(confirmation.getByRole('alert'))
      .toMatchTextContent(/The tool was not deleted.*in use: 1 grant/);
    server.answer(tools.remove, () => undefined);
    await confirmation.getByRole('button', { name: 'Delete tool' }).click();
    await expect.element(page.getByText('Basics Plan deleted')).toBeVisible();
    expect(server.requests(tools.remove).at(-1)?.params).toEqual({ id: 'plan' });
  });
});
