import { registration } from '@basics/contract/registration.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const received = { received: true } as const;
const heading = page.getByRole('heading', { level: 1 });
const confirm = page.getByRole('button', { name: 'Confirm address' });

const open = (answers: (server: FakeServer) => void = () => {}) =>
  openPortal({ at: '/register/confirm#token=abc', answers });

test('opening the link does not confirm the address; the button does', async () => {
  const { server } = await open((fake) => fake.answer(registration.confirm, () => received));
  await expect.element(confirm).toBeVisible();
  await expectAccessible();
  expect(server.requests(registration.confirm)).toEqual([]);
  await confirm.click();
  await expect.element(heading).toHaveTextContent('Thank you. Your address is confirmed');
  await expect.element(heading).toHaveFocus();
  expect(server.requests(registration.confirm).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  await expectAccessible();
});

test('a used link says that the address may be confirmed and how to request a new link', async () => {
  const { screen } = await open((server) => server.answer(registration.confirm, () => createRefusal('LINK_NOT_VALID')));
  await confirm.click();
  await expect
    .element(screen.getByText('This link has already been used, has expired or is incomplete.'))
    .toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Send request again' })).toHaveAttribute('href', '/register');
  await expectAccessible();
});

test.each(['/register/confirm', '/register/confirm#token='])(
  '%s, which has lost its token, says the same',
  async (at) => {
    const { screen } = await openPortal({ at });
    await expect
      .element(screen.getByText('This link has already been used, has expired or is incomplete.'))
      .toBeVisible();
  },
);

test('the button stays after a failure and can be used again', async () => {
  const { server, screen } = await open((fake) => fake.loseConnection(registration.confirm));
  await confirm.click();
  await expect.element(screen.getByRole('alert').getByText('Your address could not be confirmed')).toBeVisible();
  server.answer(registration.confirm, () => received);
  await confirm.click();
  await expect.element(heading).toHaveTextContent('Thank you. Your address is confirmed');
});

describe('withdrawing a request', () => {
  const withdraw = page.getByRole('button', { name: 'Withdraw request' });
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw request' });

  test('the link can withdraw the request right after it confirmed it', async () => {
    const { server } = await open((fake) => {
      fake.answer(registration.confirm, () => received);
      fake.answer(registration.withdraw, () => received);
    });
    await confirm.click();
    await withdraw.click();
    await sure.click();
    await expect.element(heading).toHaveTextContent('Request withdrawn');
    await expect.element(heading).toHaveFocus();
    expect(server.requests(registration.withdraw).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    await expectAccessible();
  });

  test('the used link can withdraw the request days later', async () => {
    await open((fake) => {
      fake.answer(registration.confirm, () => createRefusal('LINK_NOT_VALID'));
      fake.answer(registration.withdraw, () => received);
    });
    await confirm.click();
    await withdraw.click();
    await sure.click();
    await expect.element(heading).toHaveTextContent('Request withdrawn');
  });

  test('the page says when there is no request; a failed withdrawal can be retried', async () => {
    const { screen, server } = await open((fake) => {
      fake.answer(registration.confirm, () => received);
      fake.loseConnection(registration.withdraw);
    });
    await confirm.click();
    await withdraw.click();
    await sure.click();
    await expect.element(screen.getByRole('alert').getByText('Your request could not be withdrawn')).toBeVisible();
    server.answer(registration.withdraw, () => createRefusal('LINK_NOT_VALID'));
    await withdraw.click();
    await sure.click();
    await expect.element(screen.getByText(/There is no open request for this link/)).toBeVisible();
  });
});
