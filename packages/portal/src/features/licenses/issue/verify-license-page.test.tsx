import { activation, type WaitingPc } from '@basics/contract/licenses/activation.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerHealth } from '#portal/testing/health.ts';
import {
  answerLicenses,
  createGrants,
  createPreview,
  createVerificationCode,
  licenseCode,
} from '#portal/testing/records/licenses.ts';
import { answerOwnAccount } from '#portal/testing/pages/own-account.ts';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const code = createVerificationCode();
const user = createUser('DesignerOffice');

const waitingPc: WaitingPc = {
  userCode: 'WDJB-MJHT',
  verificationCode: code,
  askedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  address: '192.0.2.7',
  isSameNetwork: true,
};

const openVerifyPage = (at = '/license/verify') => openPortal({ at, user, prepareServer: answerLicenses });

/** Copies a text to the clipboard and pastes it into the focused element. */
async function pasteText(text: string): Promise<void> {
  const focusedElement = document.activeElement;
  const textArea = document.body.appendChild(document.createElement('textarea'));
  textArea.value = text;
  textArea.select();
  await userEvent.copy();
  textArea.remove();
  if (focusedElement instanceof HTMLElement) focusedElement.focus();
  await userEvent.paste();
}

function dispatchFile(type: 'drop' | 'paste', content: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], 'pc.bvr'));
  if (type === 'drop') document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  else document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: dataTransfer, bubbles: true }));
}

test('the field for the code has the focus, and users without a code see how to create one', async () => {
  const { screen } = await openVerifyPage();
  await expect.element(screen.getByLabelText('Verification code')).toHaveFocus();
  await expect
    .element(screen.getByRole('region', { name: 'Where to find the code' }))
    .toMatchTextContent(/Copy the verification code/);
  await expectAccessible();
});

test('the button Check code shows an error if the field is empty, and the field keeps the focus (T132)', async () => {
  const { screen, server } = await openVerifyPage();
  await screen.getByRole('button', { name: 'Check code' }).click();
  const field = screen.getByLabelText('Verification code');
  await expect.element(field).toHaveAccessibleDescription(/Verification code is required\./);
  await expect.element(field).toHaveFocus();
  expect(server.requests(licenses.issue)).toEqual([]);
  await expectAccessible();
});

test('a pasted code is read at once, even if an e-mail client has reformatted it (T130)', async () => {
  const { screen, server } = await openVerifyPage();
  await expect.element(screen.getByLabelText('Verification code')).toHaveFocus();
  await pasteText(`> ${code.slice(0, 31).toLowerCase()}\n> ${code.slice(31)}`.replaceAll('-', '\u2013'));
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
  expect(server.requests(licenses.issue).map(({ body }) => body)).toEqual([{ verificationCode: code, preview: true }]);
});

test('a pasted text that is not a code stays in the field with an error, and the server is not called', async () => {
  const { screen, server } = await openVerifyPage();
  await expect.element(screen.getByLabelText('Verification code')).toHaveFocus();
  await pasteText(code.slice(0, 80));
  const field = screen.getByLabelText('Verification code');
  await expect.element(field).toHaveAccessibleDescription(/66 of 90 characters/);
  await expect.element(field).toHaveValue(code.slice(0, 80));
  expect(server.requests(licenses.issue)).toEqual([]);
});

test('a refused text for one PC is a draft of this renewal only', async () => {
  const { screen, router } = await openVerifyPage('/license/verify?renew=OFFICE-01');
  const field = screen.getByLabelText('Verification code');
  await expect.element(field).toHaveFocus();
  await pasteText(code.slice(0, 80));
  await expect.element(field).toHaveValue(code.slice(0, 80));
  await router.navigate({ to: '/' });
  await router.navigate({ to: '/license/verify', search: { renew: 'STUDIO-02' } });
  await expect.element(screen.getByText('Renew the licence for STUDIO-02')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(field).not.toHaveAccessibleDescription(/66 of 90/);
});

test('a typed code shows an error only after it is submitted, and then until it is correct', async () => {
  const { screen } = await openVerifyPage();
  const field = screen.getByLabelText('Verification code');
  await field.fill(code.slice(0, 80));
  await expect.element(field).toBeValid();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(field).toHaveAccessibleDescription(/66 of 90/);
  await field.fill(code.slice(0, 87));
  await expect.element(field).toHaveAccessibleDescription(/72 of 90/);
  await field.fill(code);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
});

test.each([
  ['too short', (group: string) => group.slice(1), 'One character is missing', 'Group 7 has 5 characters instead of 6'],
  ['too long', (group: string) => `${group}7`, 'One character too many', 'Group 7 has 7 characters instead of 6'],
  [
    'with a foreign character',
    (group: string) => `Ä${group.slice(1)}`,
    'One character is not used in codes',
    'group 7',
  ],
])(
  'a code with one group %s shows its groups, and is checked when the group is corrected',
  async (_, change, title, why) => {
    const { screen, server } = await openVerifyPage();
    await expect.element(screen.getByLabelText('Verification code')).toHaveFocus();
    const groups = code.split('-');
    const right = groups[7] ?? '';
    await pasteText(groups.with(7, change(right)).join('-'));
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Group 7' });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(new RegExp(why));
    await expectAccessible();
    expect(server.requests(licenses.issue)).toEqual([]);
    await field.fill(right.toLowerCase());
    await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  },
);

test('a code with two wrong groups stays in the field, and the whole code can be pasted instead of a corrected group', async () => {
  const { screen } = await openVerifyPage();
  const field = screen.getByLabelText('Verification code');
  await expect.element(field).toHaveFocus();
  const groups = code.split('-');
  const cut = (group = ''): string => group.slice(1);
  await pasteText(groups.with(3, cut(groups[3])).with(7, cut(groups[7])).join('-'));
  await expect.element(field).toHaveAccessibleDescription(/has 88 of/);
  await field.fill(groups.with(15, cut(groups[15])).join('-'));
  await expect.element(screen.getByRole('textbox', { name: 'Group 15' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Paste the whole code' }).click();
  await expect.element(field).toHaveValue('');
});

test('a code pasted outside the field is read', async () => {
  const { screen } = await openVerifyPage();
  await expect.element(screen.getByLabelText('Verification code')).toHaveFocus();
  screen.getByRole('button', { name: 'Check code' }).element().focus();
  await pasteText(code);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
});

test.each(['drop', 'paste'] as const)(
  'the page reads a file that is added by %s anywhere on the page',
  async (type) => {
    const { screen } = await openVerifyPage();
    await expect.element(screen.getByLabelText('Verification code')).toBeVisible();
    dispatchFile(type, `${code}\r\n`);
    await expect.element(screen.getByText('DESKTOP-4F7K2QX')).toBeVisible();
  },
);

test('two pasted codes are both checked', async () => {
  const { screen, address } = await openVerifyPage();
  const field = screen.getByLabelText('Verification code');
  await expect.element(field).toHaveFocus();
  await pasteText(`${code}\n${createVerificationCode({ machineName: 'LAPTOP' })}`);
  await expect.poll(address).toBe('/license/many');
  await expect.element(screen.getByRole('row').filter({ hasText: 'LAPTOP' })).toBeVisible();
  await expect.element(screen.getByRole('row').filter({ hasText: 'DESKTOP-4F7K2QX' })).toBeVisible();
});

test('a code with a licence is checked, and the page says that the licence was not needed', async () => {
  const { screen } = await openVerifyPage();
  await expect.element(screen.getByLabelText('Verification code')).toHaveFocus();
  await pasteText(`${licenseCode}\n\n${code}`);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  await expect.element(screen.getByText(/The text also contains a licence/)).toBeVisible();
});

test('a dropped file without a code shows an error, even if the page shows another code', async () => {
  const { screen } = await openVerifyPage(`/license/verify#c=${code}`);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  dispatchFile('drop', 'not it');
  await expect
    .element(screen.getByLabelText('Verification code'))
    .toHaveAccessibleDescription(/not a verification code/);
});

test('a file too large to hold a code is refused', async () => {
  const { screen } = await openVerifyPage();
  await expect.element(screen.getByLabelText('Verification code')).toBeVisible();
  dispatchFile('drop', 'x'.repeat(100_001));
  await expect.element(screen.getByLabelText('Verification code')).toHaveAccessibleDescription(/too large/);
});

test('pasted text without a code does not replace the shown check', async () => {
  const { screen } = await openVerifyPage(`/license/verify#c=${code}`);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
  await pasteText('a shopping list');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
});

test('a link with a code in its fragment opens the check, and the code is removed from the address', async () => {
  const { screen, address, router } = await openVerifyPage(`/license/verify#c=${code}`);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  await expect.poll(address).toBe('/license/verify');
  expect(router.history.length).toBe(1);
});

test('the code in a link is kept while the user signs in', async () => {
  const { screen, server, address } = await openPortal({
    at: `/license/verify#c=${code}`,
    prepareServer: answerLicenses,
  });
  server.answer(session.signIn, () => ({ token: createToken('ada') }));
  server.answer(users.current, () => user);
  answerOwnAccount(server);
  await screen.getByLabelText('Login').fill('ada@office.example');
  await screen.getByLabelText('Password').fill('Quartz-Lantern-27');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  expect(address()).toBe('/license/verify');
});

test('a user without a tool sees a message and a link to contact support (T131)', async () => {
  const { screen } = await openPortal({
    at: '/license/verify',
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(tools.licensable, () => ({ items: [] }));
    },
  });
  await expect.element(screen.getByText("User hasn't tools and brands")).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Ask for a tool' }))
    .toHaveAttribute('href', 'mailto:support@blue.example?subject=A%20tool%20for%20my%20Basics%20account');
  await expectAccessible();
});

test.each([
  [
    'a code',
    `/license/verify#c=${code}`,
    /This code is checked as soon as the portal can be reached/,
    'DESKTOP-4F7K2QX',
    /^Ready for a licence/,
  ],
  ['a code among several', `/license/many#c=${code}`, /This continues by itself/, 'DESKTOP-4F7K2QX', /1 code is ready/],
  [
    'the code of a PC with a network',
    '/activate#c=WDJB-MJHT',
    /This continues by itself/,
    'WDJB-MJHT',
    /asks for a licence/,
  ],
])('while the server does not answer, %s stays in sight, and is checked when the server answers', async (...row) => {
  const [, at, waitText, inSight, result] = row;
  const health = answerHealth();
  const { screen, server } = await openPortal({
    at,
    user,
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      fakeServer.loseConnection(licenses.issue);
      fakeServer.loseConnection(activation.findActivation);
      health.stop();
    },
  });
  await expect.element(screen.getByRole('status').filter({ hasText: waitText })).toBeVisible();
  await expect.poll(() => document.querySelector('main')?.textContent + fieldValue()).toContain(inSight);
  server.answer(licenses.issue, () => createPreview());
  server.answer(activation.findActivation, () => waitingPc);
  health.start();
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText(result).first()).toBeVisible();
  expect(screen.getByText(waitText).elements()).toEqual([]);
});

const fieldValue = (): string => document.querySelector('input')?.value ?? '';

test.each([
  ['/license/verify', 'a failure', () => createRefusal('INTERNAL')],
  ['/license/many', 'the page of a proxy', () => new Response('<!doctype html>')],
  ['/activate', 'half of an answer', () => new Response('{"items":[{"tool"')],
])(
  '%s: %s instead of the tools says that they could not be fetched, and they can be fetched again (T129)',
  async (...row) => {
    const [at, , createAnswer] = row;
    const { screen, server } = await openPortal({
      at,
      user,
      prepareServer: (fakeServer) => {
        answerLicenses(fakeServer);
        fakeServer.answer(tools.licensable, createAnswer);
      },
    });
    await expect.element(screen.getByText('Failed to fetch Tools and Brands')).toBeVisible();
    server.answer(tools.licensable, () => ({ items: createGrants('blue') }));
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => screen.getByText('Failed to fetch Tools and Brands').elements()).toEqual([]);
  },
);
