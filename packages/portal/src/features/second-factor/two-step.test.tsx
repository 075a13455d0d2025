import { secondFactor, type SecondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { openSecurity } from '#portal/testing/pages/open-account.ts';
import { createFactor } from '#portal/testing/pages/own-account.ts';
import { answerPasskeyWindow, newPasskeyOptions, passkeyOptions } from '#portal/testing/passkeys.ts';
import { users } from '@basics/contract/users/users.ts';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const twoStepCard = page.getByRole('region', { name: 'Two-step sign-in' });
const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
const password = dialog.getByRole('textbox', { name: 'Your password' });
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const passkey = createFactor({ id: 2, kind: 'passkey', name: 'Laptop', lastUsedAt: '2026-10-02T08:00:00.000Z' });

/** Answers like a server with the given second steps. The fake server accepts the password `right` and the code 123456. */
const answerFactors =
  (...factors: SecondFactor[]) =>
  (server: FakeServer) => {
    let storedFactors = factors;
    const replyIfProven = <Reply,>(
      body: { currentPassword?: string | undefined; secondFactor?: string | undefined; passkey?: unknown },
      reply: () => Reply,
    ) => {
      if (body.passkey || body.currentPassword === 'right') return reply();
      if (body.secondFactor === undefined)
        return createRefusal('INVALID', { fields: { currentPassword: serverMessages.currentPassword } });
      return body.secondFactor === '123456' ? reply() : createRefusal('WRONG_SECOND_STEP');
    };
    const add = (factor: SecondFactor) => {
      const recoveryCodes = storedFactors.length === 0 ? codes : null;
      storedFactors = [...storedFactors, factor];
      return { factor, recoveryCodes };
    };
    server.answer(secondFactor.list, () => ({
      items: storedFactors,
      recoveryCodesLeft: storedFactors.length === 0 ? 0 : 10,
      required: false,
    }));
    server.answer(secondFactor.beginTotp, ({ body }) =>
      replyIfProven(body, () => ({ id: 1, secret, uri: `otpauth://totp/Basics:ada?secret=${secret}` })),
    );
    server.answer(secondFactor.confirmTotp, ({ body }) =>
      body.code === '123456' ? add(createFactor()) : createRefusal('WRONG_SECOND_STEP'),
    );
    server.answer(secondFactor.beginPasskey, ({ body }) => replyIfProven(body, () => newPasskeyOptions));
    server.answer(secondFactor.addPasskey, ({ body }) => add({ ...passkey, name: body.name }));
    server.answer(secondFactor.rename, ({ params, body }) => {
      storedFactors = storedFactors.map((factor) =>
        factor.id === params.id ? { ...factor, name: body.name } : factor,
      );
      return { ...passkey, name: body.name };
    });
    server.answer(secondFactor.remove, ({ params, body }) =>
      replyIfProven(body, () => {
        storedFactors = storedFactors.filter(({ id }) => id !== params.id);
        return undefined;
      }),
    );
    server.answer(secondFactor.renewRecoveryCodes, ({ body }) => replyIfProven(body, () => ({ recoveryCodes: codes })));
    server.answer(session.passkeyOptions, () => passkeyOptions);
  };

test('without a second step, the card shows that two-step sign-in is off and offers an app and a passkey', async () => {
  await openSecurity(answerFactors());
  await expect.element(twoStepCard.getByText('Off')).toBeVisible();
  await expect.element(twoStepCard.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  await expect.element(twoStepCard.getByRole('button', { name: 'Add passkey' })).toBeVisible();
  expect(twoStepCard.getByText(/recovery/).elements()).toEqual([]);
  await expectAccessible();
});

test('an app can be set up with password, QR code and first code, and the recovery codes are shown once', async () => {
  const { server } = await openSecurity(answerFactors());
  await twoStepCard.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect.element(password).toHaveFocus();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect.element(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible();
  await code.fill('123456');
  await expect.element(twoStepCard.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
  expect(
    twoStepCard
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .elements()
      .map((factor) => factor.textContent),
  ).toEqual(codes);
  await expect.element(twoStepCard.getByText('On', { exact: true })).toBeVisible();
  await expectAccessible();
  // Who leaves the page before the codes are saved is asked, because the codes would be lost.
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await twoStepCard.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect.element(twoStepCard.getByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument();
  await expect.element(twoStepCard.getByText('10 recovery codes left.')).toBeVisible();
  expect(server.requests(secondFactor.confirmTotp).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: 1 }, body: { code: '123456' } },
  ]);
});

test('recovery codes can be copied and downloaded', async () => {
  const writeSpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const savedFileSpy = vi.spyOn(URL, 'createObjectURL');
  await openSecurity(answerFactors(createFactor()));
  await twoStepCard.getByRole('button', { name: 'New recovery codes' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await twoStepCard.getByRole('button', { name: 'Copy all' }).click();
  expect(writeSpy).toHaveBeenCalledWith(codes.join('\n'));
  await twoStepCard.getByRole('button', { name: 'Download' }).click();
  const file = savedFileSpy.mock.calls[0]?.[0];
  expect(file instanceof Blob && (await file.text())).toContain(
    `ada.lovelace@office.example\nEach code works once.\n\n${codes.join('\n')}\n`,
  );
});

test('a wrong or missing password shows an error at the field', async () => {
  await openSecurity(answerFactors());
  await twoStepCard.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(fieldMessages.password)).toBeVisible();
  await password.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(serverMessages.currentPassword)).toBeVisible();
  await expect.element(password).toHaveFocus();
});

test('a wrong or missing first code shows an error at the field', async () => {
  await openSecurity(answerFactors());
  await twoStepCard.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(dialog.getByText('Code is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  const wrongCodeError = dialog.getByText(/This code is not correct\./);
  await expect.element(wrongCodeError).toBeVisible();
  await expect.element(wrongCodeError).not.toMatchTextContent(/recovery code/);
  await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toHaveFocus();
});

test('a passkey can be created with a name', async () => {
  answerPasskeyWindow('used');
  const { server } = await openSecurity(answerFactors(createFactor()));
  await twoStepCard.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Phone');
  await password.fill('right');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect.element(twoStepCard.getByRole('button', { name: 'Rename Phone' })).toBeVisible();
  await expect.element(page.getByText('Passkey added. You can now use it to sign in.')).toBeVisible();
  expect(server.requests(secondFactor.addPasskey)[0]?.body).toMatchObject({
    token: 'question-2',
    name: 'Phone',
    response: { id: 'a2V5' },
  });
});

test.each([
  ['closed', 'The passkey was not created. Try again, or use another device.'],
  ['known', 'This device already has a passkey for this account.'],
] as const)('a passkey window that ends with "%s" shows the message: %s', async (windowResult, message) => {
  answerPasskeyWindow(windowResult);
  const { server } = await openSecurity(answerFactors());
  await twoStepCard.getByRole('button', { name: 'Add passkey' }).click();
  await password.fill('right');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect.element(dialog.getByRole('alert').getByText(message)).toBeVisible();
  expect(server.requests(secondFactor.addPasskey)).toEqual([]);
});

test('a passkey without a name is not created', async () => {
  const { server } = await openSecurity(answerFactors());
  await twoStepCard.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(fieldMessages.factorName)).toBeVisible();
  expect(server.requests(secondFactor.beginPasskey)).toEqual([]);
});

test('each second step shows its kind, when it was added and when it was used', async () => {
  await openSecurity(answerFactors(createFactor(), passkey));
  const rows = twoStepCard.getByRole('listitem');
  await expect
    .poll(() => rows.nth(0).element().textContent)
    .toMatch(/^Authenticator appadded 1 Sept? 2026 · not used yet/);
  await expect
    .poll(() => rows.nth(1).element().textContent)
    .toMatch(/^LaptopPasskey · added 1 Sept? 2026 · last used 2 Oct 2026/);
  expect(twoStepCard.getByRole('button', { name: 'Set up an authenticator app' }).elements()).toEqual([]);
  await expectAccessible();
});

test('the name of a second step can be changed', async () => {
  await openSecurity(answerFactors(passkey));
  await twoStepCard.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(fieldMessages.factorName)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await userEvent.keyboard('{Enter}');
  await expect.element(twoStepCard.getByRole('button', { name: 'Rename Desk' })).toBeVisible();
});

test('a typed new name of a second step is restored after a reload', async () => {
  const { screen } = await openSecurity(answerFactors(passkey));
  await twoStepCard.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await screen.unmount();
  await openSecurity(answerFactors(passkey));
  await twoStepCard.getByRole('button', { name: 'Rename Laptop' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Desk');
});

test('one of two second steps can be removed with a code in place of the password', async () => {
  const { server } = await openSecurity(answerFactors(createFactor(), passkey));
  await twoStepCard.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect.element(dialog.getByText('You will no longer be able to sign in with this second step.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a code instead' }).click();
  const code = dialog.getByRole('textbox', { name: /Code from your authenticator app/ });
  await code.fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/This code is not correct\./)).toBeVisible();
  await expectAccessible();
  await code.fill('123456');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByText('Laptop removed.')).toBeVisible();
  await expect.element(twoStepCard.getByText('Laptop')).not.toBeInTheDocument();
  expect(server.requests(secondFactor.remove).at(-1)?.body).toEqual({ secondFactor: '123456' });
});

test('removing the last second step shows a warning, and the user can prove their identity with a passkey', async () => {
  answerPasskeyWindow('used');
  await openSecurity(answerFactors(passkey));
  await twoStepCard.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect.element(dialog.getByText(/Two-step sign-in will be turned off/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect.element(twoStepCard.getByText('Off')).toBeVisible();
});

test('the dialog counts down the waiting time after too many attempts', async () => {
  await openSecurity((server) => {
    answerFactors()(server);
    server.answer(secondFactor.beginTotp, () => createRefusal('TOO_MANY_ATTEMPTS', { retryAfter: 30 }));
  });
  await twoStepCard.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/You can try again in 0:\d\d\./)).toBeVisible();
});

test('the page warns when few recovery codes are left', async () => {
  await openSecurity((server) =>
    server.answer(secondFactor.list, () => ({ items: [passkey], recoveryCodesLeft: 1, required: true })),
  );
  await expect
    .element(twoStepCard.getByText('1 recovery code left. Create new codes before you run out.'))
    .toBeVisible();
  await expect
    .element(twoStepCard.getByText('Your profile requires at least one second step.', { exact: false }))
    .toBeVisible();
});

test('a list that cannot be loaded shows an error and can be loaded again', async () => {
  const { server } = await openSecurity((fakeServer) =>
    fakeServer.answer(secondFactor.list, () => createRefusal('INTERNAL')),
  );
  await expect
    .element(twoStepCard.getByRole('alert').getByText('Your two-step sign-in could not be loaded'))
    .toBeVisible();
  answerFactors()(server);
  await twoStepCard.getByRole('button', { name: 'Try again' }).click();
  await expect.element(twoStepCard.getByText('Off')).toBeVisible();
});

test.each([
  [320, 'light'],
  [390, 'dark'],
])('the dialog fits a window of %i px in %s mode', async (width, theme) => {
  await page.viewport(width, 700);
  document.documentElement.dataset['theme'] = theme;
  await openSecurity(answerFactors());
  await twoStepCard.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const dialogElement = dialog.element();
  expect(dialogElement.scrollWidth).toBeLessThanOrEqual(dialogElement.clientWidth);
});

const heading = page.getByRole('heading', { level: 1 });
const continueButton = page.getByRole('button', { name: 'Continue to the portal' });
const administrator = createUser('Administrator');

const openRequiredSecondStep = (at: string, prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({ at, user: { ...administrator, mustAct: 'secondFactor' }, prepareServer });

test.each(['/', '/license/verify', '/account', '/sign-in'])(
  '%s redirects to the page that sets up two-step sign-in',
  async (fakeServer) => {
    const { address } = await openRequiredSecondStep(fakeServer);
    await expect.element(heading).toHaveTextContent('Set up two-step sign-in');
    expect(address()).toBe('/account');
  },
);

test('until the user sets up a required second step, the menu contains only My Account, and the user can sign out', async () => {
  await openRequiredSecondStep('/account');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu.getByRole('link', { name: 'My Account' })).toBeVisible();
  await expectAccessible();
  expect(menu.getByRole('link').elements()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(continueButton.elements()).toEqual([]);
});

test('the requested page opens after a second step is set up and the recovery codes are saved', async () => {
  let storedFactors = [createFactor()].slice(1);
  const { server, address } = await openRequiredSecondStep('/license/verify?from=mail', (fakeServer) => {
    fakeServer.answer(secondFactor.list, () => ({ items: storedFactors, recoveryCodesLeft: 10, required: true }));
    fakeServer.answer(secondFactor.beginTotp, () => ({
      id: 1,
      secret: 'JBSWY3DP',
      uri: 'otpauth://totp/x?secret=JBSWY3DP',
    }));
    fakeServer.answer(secondFactor.confirmTotp, () => {
      storedFactors = [createFactor()];
      return { factor: createFactor(), recoveryCodes: ['one', 'two'] };
    });
  });
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill('Quartz-Lantern-27');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Code' }).fill('123456');
  await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(address()).toBe('/account');

  server.answer(users.current, () => administrator);
  answerLicenses(server);
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect.poll(address).toBe('/license/verify?from=mail');
});

test('a user who set up a second step on another device can continue with a button', async () => {
  const { server, address } = await openRequiredSecondStep('/', (fakeServer) =>
    fakeServer.answer(secondFactor.list, () => ({ items: [createFactor()], recoveryCodesLeft: 10, required: true })),
  );
  await expect.element(continueButton).toBeVisible();
  server.answer(users.current, () => administrator);
  answerLicenses(server);
  answerFigures(server);
  await continueButton.click();
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first()).toBeVisible();
});
