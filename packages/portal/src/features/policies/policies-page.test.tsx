import { policies } from '@basics/contract/policies/policies.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerPolicies, createPolicy, usualPolicies, createWrittenPolicy } from '#portal/testing/records/catalogue.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openPolicies = (prepareServer: (server: FakeServer) => void = () => {}, at = '/admin/policies') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      answerPolicies(server);
      prepareServer(server);
    },
  });

const table = page.getByRole('table', { name: 'Licence policies' });
const locateRow = (name: RegExp) => table.getByRole('row').filter({ hasText: name });
const locateEditButton = (name = 'Small customer, Basics Blue') => page.getByRole('button', { name: `Edit ${name}` });
const impactForm = page.getByRole('form', { name: /^Effect of the policy/ });
const locateField = (name: string) => table.getByLabelText(name, { exact: true });
const saveButton = impactForm.getByRole('button', { name: 'Save' });
const listSaveRequests = (server: FakeServer) => server.requests(policies.update).filter(({ body }) => !body.preview);

describe('the table shows the policies', () => {
  test('the table shows a row for each profile of a tool and brand, its terms and its users', async () => {
    await openPolicies();
    await expect.element(locateRow(/^Small customer/)).toMatchTextContent(/12 months.*2.*3.*34.*51/);
    await expect.element(locateRow(/^Viewer/)).toMatchTextContent(/30 days.*Trial.*1.*3.*0.*0/);
    expect(table.getByRole('row').elements()).toHaveLength(5);
    await expect.element(page.getByText(/works for 14 days after it expires/)).toBeVisible();
    await expectAccessible();
  });

  test('the table shows the default values beside each policy that differs from its default', async () => {
    await openPolicies();
    await expect.element(locateRow(/^Salesman/)).toMatchTextContent(/Default: 12 months, 3 PCs, 3 PC changes/);
    await expect.element(locateRow(/^Small customer/)).not.toMatchTextContent(/Default:/);
  });

  test('the table can show one brand or all brands, and the address contains the brand', async () => {
    const { address } = await openPolicies();
    await page.getByLabelText('Brand').selectOptions('Basics Red');
    await expect.element(locateRow(/^Small customer/)).toMatchTextContent(/24 months/);
    expect(address()).toContain('brand=red');
    await page.getByLabelText('Brand').selectOptions('All brands');
    await expect.element(locateRow(/Small customer.*Basics Blue/)).toBeVisible();
    await expect.element(locateRow(/Small customer.*Basics Red/)).toBeVisible();
  });

  test('a column can be hidden, and the row that is edited shows all of its fields', async () => {
    await openPolicies();
    await page.getByRole('button', { name: 'Columns' }).click();
    const columnDialog = page.getByRole('dialog', { name: 'Columns' });
    await columnDialog.getByRole('checkbox', { name: 'PC changes in 12 months' }).click();
    await expect.element(page.getByRole('columnheader', { name: 'PC changes in 12 months' })).not.toBeInTheDocument();
    await columnDialog.getByRole('button', { name: 'Done' }).click();
    await locateEditButton().click();
    await expect.element(locateField('PC changes in 12 months')).toBeVisible();
    await impactForm.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('columnheader', { name: 'PC changes in 12 months' })).not.toBeInTheDocument();
  });

  test('the table says which users the policies of a retired tool apply to', async () => {
    await openPolicies(
      (server) => answerPolicies(server, [...usualPolicies, createPolicy({ tool: 'old' })]),
      '/admin/policies?tool=old',
    );
    await expect.element(page.getByLabelText('Tool')).toHaveValue('old');
    await expect
      .element(page.getByText('This tool is retired. These policies apply to users who still have it.'))
      .toBeVisible();
  });

  test('when there is no tool, the page explains how policies are created', async () => {
    await openPolicies((server) =>
      server.answer(policies.list, () => ({ items: [], tools: [], brands: [], graceDays: 14 })),
    );
    await expect.element(page.getByText('No tools yet')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Add tool' })).toHaveAttribute('href', '/admin/tools');
  });

  test('a table that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await openPolicies((fakeServer) =>
      fakeServer.answer(policies.list, () => createRefusal('INTERNAL')),
    );
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Policies/);
    answerPolicies(server);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(locateRow(/^Small customer/)).toBeVisible();
  });

  test('only administrators can open the page', async () => {
    const { address } = await openPortal({ at: '/admin/policies', user: createUser('Salesman') });
    await expect.poll(address).toBe('/not-found');
  });
});

describe('a policy can be edited in its row', () => {
  test('a policy can be changed by keyboard, and the page shows the affected users before it saves', async () => {
    const { server } = await openPolicies((fakeServer) =>
      fakeServer.answer(policies.update, ({ body }) =>
        body.preview
          ? { reach: { people: 34, activeLicenses: 51, peopleAboveSeats: 3, machinesAboveSeats: 4 } }
          : createWrittenPolicy({ months: 6, seats: 1, version: 2 }),
      ),
    );
    await expect.element(locateEditButton()).toBeVisible();
    locateEditButton().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(locateField('Lasts')).toHaveFocus();
    await expect.element(impactForm).toMatchTextContent(/No changes to save\./);
    await expect.element(saveButton).toBeDisabled();
    await locateField('Lasts').fill('6');
    await locateField('PCs').fill('1');
    await expect
      .element(impactForm.getByRole('status'))
      .toMatchTextContent(
        /Affects 34 people with 51 active licences\..*3 people have more PCs than this \(4 too many\)\. They keep them, but cannot add new ones\..*Issued licences do not change\..*At their next renewal they get 6 months instead of 12 months\./,
      );
    await expectAccessible();
    expect(listSaveRequests(server)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Policy saved')).toBeVisible();
    expect(listSaveRequests(server).map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { profileID: 7, tool: 'basics', brand: 'blue' },
        body: { version: 1, months: 6, days: null, seats: 1, moves: 3, bridge: true, renewalDays: null, alsoFor: [] },
      },
    ]);
    await expect.element(locateEditButton()).toHaveFocus();
  });

  test('Escape leaves the policy unchanged', async () => {
    const { server } = await openPolicies();
    await locateEditButton().click();
    await locateField('PCs').fill('9');
    await userEvent.keyboard('{Escape}');
    await expect.element(locateEditButton()).toHaveFocus();
    await expect.element(locateRow(/^Small customer/)).toMatchTextContent(/12 months/);
    expect(listSaveRequests(server)).toEqual([]);
  });

  test('invalid values show errors at their fields, and the affected users are not counted', async () => {
    const { server } = await openPolicies();
    await locateEditButton().click();
    await locateField('PCs').fill('0');
    await locateField('PC changes in 12 months').fill('');
    await expect.element(impactForm).toMatchTextContent(/Correct the marked fields/);
    await expect.element(locateField('PCs')).toHaveAccessibleDescription(fieldMessages.seats);
    await expect.element(locateField('PC changes in 12 months')).toHaveAccessibleDescription(fieldMessages.moves);
    await expect.element(saveButton).toBeDisabled();
    await locateField('PCs').fill('1');
    await locateField('PC changes in 12 months').fill('0');
    await expect
      .element(impactForm)
      .toMatchTextContent(/Users can no longer move a licence to another PC without a salesman/);
    await locateField('PC changes in 12 months').fill('1');
    await expect.element(impactForm).toMatchTextContent(/PC changes in the last 12 months count/);
    expect(server.requests(policies.update).every(({ body }) => body.preview === true)).toBe(true);
  });

  test('the page says that a policy with a term in days issues trial licences', async () => {
    await openPolicies();
    await locateEditButton().click();
    await locateField('Months or days').selectOptions('days');
    await locateField('Lasts').fill('45');
    await expect
      .element(impactForm)
      .toMatchTextContent(/At their next renewal they get 45 days instead of 12 months\..*marked as trial licences/);
  });

  test('a policy can be reset to its default', async () => {
    const { server } = await openPolicies((fakeServer) =>
      fakeServer.answer(policies.update, ({ body }) =>
        body.preview
          ? { reach: { people: 6, activeLicenses: 9, peopleAboveSeats: 0, machinesAboveSeats: 0 } }
          : createRefusal('BUSY'),
      ),
    );
    await locateEditButton('Salesman, Basics Blue').click();
    await impactForm.getByRole('button', { name: 'Reset to default' }).click();
    await expect.element(locateField('PCs')).toHaveValue(3);
    await expect.element(impactForm).toMatchTextContent(/Affects 6 people with 9 active licences/);
    expect(server.requests(policies.update).at(-1)?.body).toMatchObject({ seats: 3, preview: true });
    await expect.element(impactForm.getByRole('button', { name: 'Reset to default' })).toBeDisabled();
  });

  test('a policy can set how many days before its last day a licence can be renewed', async () => {
    const { server } = await openPolicies((fakeServer) =>
      fakeServer.answer(policies.update, ({ body }) =>
        body.preview
          ? { reach: { people: 34, activeLicenses: 51, peopleAboveSeats: 0, machinesAboveSeats: 0 } }
          : createWrittenPolicy({ renewalDays: 60, version: 2 }),
      ),
    );
    await locateEditButton().click();
    const renewalDays = impactForm.getByLabelText('Renewal opens (days before expiry)');
    await renewalDays.fill('29');
    await expect.element(renewalDays).toHaveAccessibleDescription(new RegExp(fieldMessages.renewalDays));
    await renewalDays.fill('60');
    await expect
      .element(impactForm)
      .toMatchTextContent(
        /Licences can be renewed 60 days before their last day\. This applies to issued licences too\./,
      );
    await expect.element(saveButton).toBeEnabled();
    answerPolicies(server, [createPolicy({ renewalDays: 60, version: 2 })]);
    server.answer(policies.update, () => createWrittenPolicy({ renewalDays: 60, version: 2 }));
    await saveButton.click();
    await expect.element(locateRow(/^Small customer/)).toMatchTextContent(/Renewal 60 days before/);
    expect(listSaveRequests(server).map(({ body }) => body.renewalDays)).toEqual([60]);
  });

  test('a policy can forbid bridge licences, and the table says so', async () => {
    const items = [createPolicy(), createPolicy({ brand: 'red', bridge: false })];
    const { server } = await openPolicies((fakeServer) => {
      answerPolicies(fakeServer, items);
      fakeServer.answer(policies.update, ({ body }) => {
        if (body.preview)
          return { reach: { people: 34, activeLicenses: 51, peopleAboveSeats: 0, machinesAboveSeats: 0 } };
        items.splice(0, 1, createPolicy({ bridge: false, version: 2 }));
        return createWrittenPolicy({ bridge: false, version: 2 });
      });
    });
    await locateEditButton().click();
    const bridge = impactForm.getByRole('checkbox', { name: /^Allow a licence for 7 days/ });
    await expect.element(bridge).toBeChecked();
    await expect
      .element(impactForm.getByRole('checkbox', { name: /Basics Red .*3 PC changes, no 7-day licence/ }))
      .toBeVisible();
    await bridge.click();
    await expect.element(impactForm).toMatchTextContent(/Users without a free seat or PC change must wait/);
    await impactForm.getByRole('button', { name: 'Reset to default' }).click();
    await expect.element(bridge).toBeChecked();
    await expect.element(impactForm).toMatchTextContent(/No changes to save/);
    await bridge.click();
    await expect.element(impactForm).toMatchTextContent(/Affects 34 people/);
    await saveButton.click();
    await expect.poll(() => listSaveRequests(server).map(({ body }) => body.bridge)).toEqual([false]);
    await expect.element(page.getByText('Policy saved')).toBeVisible();
    await expect.element(locateRow(/^Small customer/)).toMatchTextContent(/12 months\s*No 7-day licence/);
  });

  test('a policy can be applied to other brands, which are shown with their current terms', async () => {
    const { server } = await openPolicies((fakeServer) =>
      fakeServer.answer(policies.update, ({ body }) =>
        body.preview
          ? { reach: { people: 42, activeLicenses: 51, peopleAboveSeats: 0, machinesAboveSeats: 0 } }
          : createWrittenPolicy({ version: 2 }),
      ),
    );
    await locateEditButton().click();
    await impactForm.getByRole('checkbox', { name: 'Basics Red (now 24 months, 2 PCs, 3 PC changes)' }).click();
    await expect.element(impactForm).toMatchTextContent(/Affects 42 people/);
    await saveButton.click();
    await expect
      .poll(() => listSaveRequests(server).map(({ body }) => body.alsoFor))
      .toEqual([[{ brand: 'red', version: 4 }]]);
  });

  test('a policy that another user changed can be loaded again, and the typed values stay', async () => {
    const { server } = await openPolicies((fakeServer) =>
      fakeServer.answer(policies.update, () => createRefusal('STALE')),
    );
    await locateEditButton().click();
    await locateField('PCs').fill('4');
    await expect
      .element(impactForm.getByRole('alert'))
      .toMatchTextContent(/Someone else has changed this since you opened it/);
    answerPolicies(server, [createPolicy({ version: 2, seats: 3 })]);
    await impactForm.getByRole('button', { name: 'Load it again' }).click();
    await expect.element(impactForm).toMatchTextContent(/Affects 34 people/);
    await expect.element(locateField('PCs')).toHaveValue(4);
    expect(server.requests(policies.update).at(-1)?.body).toMatchObject({ version: 2, seats: 4, preview: true });
  });

  test('a policy can be saved even if the affected users cannot be counted, and a refusal of the server is shown', async () => {
    const { server } = await openPolicies((fakeServer) =>
      fakeServer.answer(policies.update, () => createRefusal('NOT_PERMITTED')),
    );
    await locateEditButton().click();
    await locateField('PCs').fill('4');
    await expect.element(impactForm).toMatchTextContent(/The affected users could not be counted/);
    await saveButton.click();
    await expect.element(impactForm.getByRole('alert')).toMatchTextContent(/The policy was not saved/);
    expect(listSaveRequests(server)).toHaveLength(1);
  });

  test('leaving the page with an invalid field asks for confirmation', async () => {
    await openPolicies();
    await locateEditButton().click();
    await locateField('PCs').fill('');
    await page.getByRole('link', { name: 'Brands', exact: true }).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  });

  test('leaving the page with unsaved values asks for confirmation', async () => {
    await openPolicies();
    await locateEditButton().click();
    await locateField('PCs').fill('4');
    await expect.element(impactForm).toMatchTextContent(/Affects 34 people/);
    await page.getByRole('link', { name: 'Brands', exact: true }).click();
    await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  });
});

test('a narrow window shows each row as a card with its fields', async () => {
  await page.viewport(390, 844);
  await openPolicies();
  await locateEditButton().click();
  await expect.element(locateField('Lasts')).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
