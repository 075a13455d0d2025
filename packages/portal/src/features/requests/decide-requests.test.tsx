import { bulkRequests } from '@basics/contract/calls/bulk.ts';
import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerRequests, answerUsers, createApplicant } from '#portal/testing/records/users.ts';

const openRequestsPage = (
  ids: readonly number[],
  decide: (profileID: number | undefined) => (id: number) => BulkResult,
) => {
  const user = createUser('Salesman');
  return openPortal({
    at: '/requests',
    user,
    prepareServer: (fakeServer) => {
      answerRequests(
        fakeServer,
        ids.map((userId) => createApplicant({ userId, firstName: 'Applicant', lastName: String(userId) })),
      );
      answerUsers(fakeServer, user.permissions, []);
      fakeServer.answer(bulkRequests.decideMany, ({ body }) => ({
        results: body.ids.map(decide('profileID' in body ? body.profileID : undefined)),
      }));
    },
  });
};

test('a salesman approves 13 requests with four button presses', async () => {
  const ids = Array.from({ length: 13 }, (_, index) => 201 + index);
  const { server } = await openRequestsPage(ids, () => (id) => ({
    id,
    outcome: 'done',
    effect: id === 213 ? 'approvedDuplicate' : 'approved',
    profileID: 7,
  }));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 13 requests' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect
    .element(dialog)
    .toMatchTextContent(
      /13 of 13 would be changed.*13 people.* You can undo this for 10 minutes\. After that, you can withdraw.*1 gets an account and is maybe a duplicate.*Applicant 213.*12 get an account/,
    );
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Do it for 13' }).click();
  await expect.element(dialog).toMatchTextContent(/13 of 13 were changed/);
  expect(server.requests(bulkRequests.decideMany).map(({ body }) => body)).toEqual([
    { decision: 'approve', ids, preview: true },
    { decision: 'approve', profiles: ids.map((id) => ({ id, profileID: 7 })), ids, preview: false },
  ]);
});

test('the preview names the profile of each request, and staff choose one where none is proposed', async () => {
  const { server } = await openRequestsPage([201, 202], (profileID) => (id) => {
    const profile = id === 201 ? 8 : profileID;
    return profile === undefined
      ? { id, outcome: 'refused', message: 'Profile is required.' }
      : { id, outcome: 'done', effect: 'approved', profileID: profile };
  });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide 2 requests' });
  const previewButton = dialog.getByRole('button', { name: 'Preview' });
  await previewButton.click();
  await expect.element(dialog.getByRole('row', { name: /Applicant 201 .*Designer office/ })).toBeVisible();
  await expect
    .element(dialog.getByRole('table', { name: '1 is refused: Profile is required.' }))
    .toMatchTextContent(/Applicant 202/);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabelText('Profile for requests without a proposed profile').selectOptions('Small customer');
  await previewButton.click();
  await expect.element(dialog.getByRole('row', { name: /Applicant 202 .*Small customer/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Do it for 2' }).click();
  await expect.element(dialog).toMatchTextContent(/2 of 2 were changed/);
  const profiles = [
    { id: 201, profileID: 8 },
    { id: 202, profileID: 7 },
  ];
  expect(server.requests(bulkRequests.decideMany).at(-1)?.body).toEqual({
    decision: 'approve',
    profileID: 7,
    profiles,
    ids: [201, 202],
    preview: false,
  });
});

test('after a reload, a typed reason is restored if the same requests are selected, and not if other requests are selected', async () => {
  const reason = page.getByRole('dialog').getByLabelText('Reason');
  const openRejection = async (name: string) => {
    const { screen } = await openRequestsPage([201, 202], () => (id) => ({ id, outcome: 'done', profileID: 7 }));
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByRole('button', { name: 'Decide…' }).click();
    return screen;
  };
  const screen = await openRejection('Applicant 201');
  await page.getByRole('dialog').getByLabelText('What').selectOptions('Reject');
  await reason.fill('Unknown company');
  await screen.unmount();

  const otherScreen = await openRejection('Applicant 202');
  await expect
    .element(page.getByRole('dialog').getByLabelText('Profile for requests without a proposed profile'))
    .toBeVisible();
  await expect.element(reason).not.toBeInTheDocument();
  await otherScreen.unmount();

  await openRejection('Applicant 201');
  await expect.element(reason).toHaveValue('Unknown company');
});
