import { secondFactor } from '@basics/contract/second-factor.ts';
import type { SecondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import { words } from '@basics/contract/words.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { factorWith } from '#portal/testing/own-account.ts';
import { answerPasskeyWindow, newPasskeyOptions, passkeyOptions } from '#portal/testing/passkeys.ts';
import { userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const card = page.getByRole('region', { name: 'Two-step sign-in' });
const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
const password = dialog.getByRole('textbox', { name: 'Your password' });
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const passkey = factorWith({ id: 2, kind: 'passkey', name: 'Laptop', lastUsedAt: '2026-10-02T08:00:00.000Z' });

/** A server that keeps these factors, knows the password `right` and takes the code 123456. */
const keeping =
  (...kept: SecondFactor[]) =>
  (server: FakeServer) => {
    let items = kept;
    const judged = <Reply,>(
      body: { currentPassword?: string | undefined; secondFactor?: string | undefined; passkey?: unknown },
      reply: () => Reply,
    ) => {
      if (body.passkey || body.currentPassword === 'right') return reply();
      if (body.secondFactor === undefined)
        return refusal('INVALID', { fields: { currentPassword: words.currentPassword } });
      return body.secondFactor === '123456' ? reply() : refusal('WRONG_SECOND_STEP');
    };
    const add = (factor: SecondFactor) => {
      const recoveryCodes = items.length === 0 ? codes : null;
      items = [...items, factor];
      return { factor, recoveryCodes };
    };
    server.answer(secondFactor.list, () => ({
      items,
      recoveryCodesLeft: items.length === 0 ? 0 : 10,
      required: false,
    }));
    server.answer(secondFactor.beginTotp, ({ body }) =>
      judged(body, () => ({ id: 1, secret, uri: `otpauth://totp/Basics:ada?secret=${secret}` })),
    );
    server.answer(secondFactor.confirmTotp, ({ body }) =>
      body.code === '123456' ? add(factorWith()) : refusal('WRONG_SECOND_STEP'),
    );
    server.answer(secondFactor.beginPasskey, ({ body }) => judged(body, () => newPasskeyOptions));
    server.answer(secondFactor.addPasskey, ({ body }) => add({ ...passkey, name: body.name }));
    server.answer(secondFactor.rename, ({ params, body }) => {
      items = items.map((each) => (each.id === params.id ? { ...each, name: body.name } : each));
      return { ...passkey, name: body.name };
    });
    server.answer(secondFactor.remove, ({ params, body }) =>
      judged(body, () => {
        items = items.filter(({ id }) => id !== params.id);
        return undefined;
      }),
    );
    server.answer(secondFactor.renewRecoveryCodes, ({ body }) => judged(body, () => ({ recoveryCodes: codes })));
    server.answer(session.passkeyOptions, () => passkeyOptions);
  };

const open = (answers: (server: FakeServer) => void) =>
  openPortal({
    at: '/account',
    user: userWith('OEM'),
    answers: (server) => {
      answerLicenses(server);
      answers(server);
    },
  });

test('without a second step it says that it is off, what it is good for, and offers both kinds', async () => {
  await open(keeping());
  await expect.element(card.getByText('Off')).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  expect(card.getByText(/recovery/).elements()).toEqual([]);
  await expectAccessible();
});

test('an app is set up: password, picture and key, first code, recovery codes shown once', async () => {
  const { server } = await open(keeping());
  await card.getByRole('button', { name: 'Set up an authenticator app' }).click();
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
  await userEvent.keyboard('{Enter}');
  await expect.element(card.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
  expect(
    card
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(codes);
  await expect.element(card.getByText('On', { exact: true })).toBeVisible();
  await expectAccessible();
  await card.getByRole('button', { name: 'I have kept them' }).click();
  await expect.element(card.getByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument();
  await expect.element(card.getByText('10 recovery codes left.')).toBeVisible();
  expect(server.requests(secondFactor.confirmTotp).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: 1 }, body: { code: '123456' } },
  ]);
});

test('recovery codes are copied and downloaded', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const saved = vi.spyOn(URL, 'createObjectURL');
  await open(keeping(factorWith()));
  await card.getByRole('button', { name: 'New recovery codes' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await card.getByRole('button', { name: 'Copy all' }).click();
  expect(write).toHaveBeenCalledWith(codes.join('\n'));
  await card.getByRole('button', { name: 'Download' }).click();
  const file = saved.mock.calls[0]?.[0];
  expect(file instanceof Blob && (await file.text())).toContain(
    `ada.lovelace@office.example\nEach works once.\n\n${codes.join('\n')}\n`,
  );
});

test('a wrong password and none are said at the field', async () => {
  await open(keeping());
  await card.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(words.password)).toBeVisible();
  await password.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(words.currentPassword)).toBeVisible();
  await expect.element(password).toHaveFocus();
});

test('a wrong first code and none are said at the field', async () => {
  await open(keeping());
  await card.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(dialog.getByText('Code is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await userEvent.keyboard('{Enter}');
  const wrong = dialog.getByText(/This code does not fit\./);
  await expect.element(wrong).toBeVisible();
  await expect.element(wrong).not.toMatchTextContent(/recovery code/);
  await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toHaveFocus();
});

test('a passkey is made under a name', async () => {
  answerPasskeyWindow('used');
  const { server } = await open(keeping(factorWith()));
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Phone');
  await password.fill('right');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();
  await expect.element(card.getByRole('button', { name: 'Rename Phone' })).toBeVisible();
  await expect.element(page.getByText('The passkey is added. You can sign in with it from now on.')).toBeVisible();
  expect(server.requests(secondFactor.addPasskey)[0]?.body).toMatchObject({
    token: 'question-2',
    name: 'Phone',
    response: { id: 'a2V5' },
  });
});

test.each([
  ['closed', 'No passkey was made. Try again, or use another device.'],
  ['known', 'This device has a passkey for this account already.'],
] as const)('a window for passkeys that ends %s: %s', async (ends, said) => {
  answerPasskeyWindow(ends);
  const { server } = await open(keeping());
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await password.fill('right');
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();
  await expect.element(dialog.getByRole('alert').getByText(said)).toBeVisible();
  expect(server.requests(secondFactor.addPasskey)).toEqual([]);
});

test('a passkey without a name is not made', async () => {
  const { server } = await open(keeping());
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(words.factorName)).toBeVisible();
  expect(server.requests(secondFactor.beginPasskey)).toEqual([]);
});

test('each second step says what it is, since when, and when it was used', async () => {
  await open(keeping(factorWith(), passkey));
  const rows = card.getByRole('listitem');
  await expect
    .poll(() => rows.nth(0).element().textContent)
    .toMatch(/^Authenticator appadded 1 Sept? 2026 · not used yet/);
  await expect
    .poll(() => rows.nth(1).element().textContent)
    .toMatch(/^LaptopPasskey · added 1 Sept? 2026 · last used 2 Oct 2026/);
  expect(card.getByRole('button', { name: 'Set up an authenticator app' }).elements()).toEqual([]);
  await expectAccessible();
});

test('a name is changed', async () => {
  await open(keeping(passkey));
  await card.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(words.factorName)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await userEvent.keyboard('{Enter}');
  await expect.element(card.getByRole('button', { name: 'Rename Desk' })).toBeVisible();
});

test('one of two is removed by a code in place of the password', async () => {
  const { server } = await open(keeping(factorWith(), passkey));
  await card.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect.element(dialog.getByText('You will not be able to sign in with it any more.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a code instead' }).click();
  const code = dialog.getByRole('textbox', { name: /Code of your authenticator app/ });
  await code.fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/This code does not fit\./)).toBeVisible();
  await expectAccessible();
  await code.fill('123456');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByText('Laptop is removed.')).toBeVisible();
  await expect.element(card.getByText('Laptop')).not.toBeInTheDocument();
  expect(server.requests(secondFactor.remove).at(-1)?.body).toEqual({ secondFactor: '123456' });
});

test('before the last one is removed it is said that two-step sign-in will be off; a passkey proves who it is', async () => {
  answerPasskeyWindow('used');
  await open(keeping(passkey));
  await card.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect.element(dialog.getByText(/two-step sign-in will be off/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect.element(card.getByText('Off')).toBeVisible();
});

test('after too many attempts the time left is counted down in the window', async () => {
  await open((server) => {
    keeping()(server);
    server.answer(secondFactor.beginTotp, () => refusal('TOO_MANY_ATTEMPTS', { retryAfter: 30 }));
  });
  await card.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/You can try again in 0:\d\d\./)).toBeVisible();
});

test('few recovery codes left are said', async () => {
  await open((server) =>
    server.answer(secondFactor.list, () => ({ items: [passkey], recoveryCodesLeft: 1, required: true })),
  );
  await expect.element(card.getByText('1 recovery code left. Make new ones before they run out.')).toBeVisible();
  await expect.element(card.getByText('Your profile needs at least one.', { exact: false })).toBeVisible();
});

test('a list that cannot be had says so, and can be asked for again', async () => {
  const { server } = await open((fake) => fake.answer(secondFactor.list, () => refusal('INTERNAL')));
  await expect.element(card.getByRole('alert').getByText('Your two-step sign-in could not be loaded')).toBeVisible();
  keeping()(server);
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect.element(card.getByText('Off')).toBeVisible();
});

test.each([
  [320, 'light'],
  [390, 'dark'],
])('at %i px, %s, nothing overflows', async (width, theme) => {
  await page.viewport(width, 700);
  document.documentElement.dataset['theme'] = theme;
  await open(keeping());
  await card.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const shown = dialog.element();
  expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
});
