import { licenseAdmin, type ReturnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { writeReturnCode } from '@basics/licensing/return-code.ts';
import { expect, test } from 'vitest';
import { browserPrimitives } from '#portal/session/codes/browser-primitives.ts';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses, createLicense } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const claims = { toolId: 7, licenceId: 'a1a2a3a4a5a6a7a8', returnedAt: 1_795_000_000 };
const returnCode = writeReturnCode(claims, browserPrimitives);

const createReturnedLicense = (changes: Partial<ReturnedLicense> = {}): ReturnedLicense => ({
  state: 'active',
  license: createLicense(),
  owner: { userId: 42, firstName: 'Grace', lastName: 'Hopper', login: 'grace@x.example', company: '', country: 'NO' },
  toolName: 'Basics',
  seatsUsed: 2,
  seatsAllowed: 2,
  movesUsed: 1,
  movesAllowed: 3,
  ...changes,
});

function openVerifyPage(
  at: string,
  prepareServer: (server: FakeServer) => void,
  role: 'DesignerOffice' | 'Salesman' = 'DesignerOffice',
) {
  const user = createUser(role);
  return openPortal({
    at,
    user: { ...user, userId: role === 'Salesman' ? 7 : 42 },
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });
}

test('a return code shows the licence that it returns, and one button returns it and frees the seat', async () => {
  const { screen, server, address } = await openVerifyPage('/license/verify', (fakeServer) =>
    fakeServer.answer(licenseAdmin.giveBack, ({ body }) =>
      createReturnedLicense(body.preview === true ? {} : { state: 'returned', seatsUsed: 1, movesUsed: 2 }),
    ),
  );
  await screen.getByLabelText('Verification code').fill(`> ${returnCode.toLowerCase()}`);
  await expect.element(screen.getByRole('heading', { name: 'Return the licence of DESKTOP-4F7K2QX' })).toHaveFocus();
  await expect.element(screen.getByText('2 of 3 left')).toBeVisible();
  await expect.element(screen.getByText(/^Another PC can be licensed at once\./)).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Return licence' }).click();
  await expect.poll(address).toBe('/license/1');
  expect(server.requests(licenseAdmin.giveBack).map(({ body }) => body)).toEqual([
    { returnCode, preview: true },
    { returnCode },
  ]);
});

test('a link can contain a return code, and a licence that was returned before is shown as returned', async () => {
  const { screen, address } = await openVerifyPage(`/license/verify#c=${returnCode}`, (fakeServer) =>
    fakeServer.answer(licenseAdmin.giveBack, () => createReturnedLicense({ state: 'returned' })),
  );
  await expect
    .element(screen.getByRole('heading', { name: 'The licence of DESKTOP-4F7K2QX was returned' }))
    .toBeVisible();
  await expect.poll(address).toBe('/license/verify');
});

test('a code of another account is refused, and another code can be entered', async () => {
  const { screen } = await openVerifyPage(`/license/verify#c=${returnCode}`, (fakeServer) =>
    fakeServer.answer(licenseAdmin.giveBack, () => createRefusal('RETURN_NOT_FOUND')),
  );
  await expect.element(screen.getByText(/^There is no licence for this return code here\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Enter another code' }).click();
  await expect.element(screen.getByLabelText('Verification code')).toHaveValue('');
});

test('staff see the owner, and can override the limit of moves with a reason', async () => {
  const { screen, server, address } = await openVerifyPage(
    `/license/verify#c=${returnCode}`,
    (fakeServer) =>
      fakeServer.answer(licenseAdmin.giveBack, ({ body }) => {
        if (body.preview === true) return createReturnedLicense();
        return body.overrideReason === undefined
          ? createRefusal('MOVE_LIMIT')
          : createReturnedLicense({ state: 'returned' });
      }),
    'Salesman',
  );
  await expect.element(screen.getByText('Grace Hopper')).toBeVisible();
  await screen.getByRole('button', { name: 'Return licence' }).click();
  await screen.getByLabelText('Reason').fill('The PC is on my desk');
  await screen.getByRole('button', { name: 'Return licence as an exception' }).click();
  await expect.poll(address).toBe('/license/1');
  expect(server.requests(licenseAdmin.giveBack).at(-1)?.body).toEqual({
    returnCode,
    overrideReason: 'The PC is on my desk',
  });
});
