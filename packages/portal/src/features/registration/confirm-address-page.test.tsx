import { registration } from '@basics/contract/registration.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const received = { received: true } as const;
const heading = page.getByRole('heading', { level: 1 });
const confirm = page.getByRole('button', { name: 'Confirm my address' });

const open = (answers: (server: FakeServer) => void = () => {}) =>
  openPortal({ at: '/register/confirm#token=abc', answers });

test('opening the link confirms nothing; one press does', async () => {
  const { server } = await open((fake) => fake.answer(registration.confirm, () => received));
  await expect.element(confirm).toBeVisible();
  await expectAccessible();
  expect(server.requests(registration.confirm)).toEqual([]);
  await confirm.click();
  await expect.element(heading).toHaveTextContent('Thank you, your address is confirmed');
  await expect.element(heading).toHaveFocus();
  expect(server.requests(registration.confirm).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  await expectAccessible();
});

test('a link that was used says that all may be well, and the way to ask again', async () => {
  const { screen } = await open((server) => server.answer(registration.confirm, () => refusal('LINK_NOT_VALID')));
  await confirm.click();
  await expect.element(screen.getByText('This link was used already, has run out, or is not complete.')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Send the request again' }))
    .toHaveAttribute('href', '/register');
  await expectAccessible();
});

test.each(['/register/confirm', '/register/confirm#token='])(
  '%s, which has lost its token, says the same',
  async (at) => {
    const { screen } = await openPortal({ at });
    await expect
      .element(screen.getByText('This link was used already, has run out, or is not complete.'))
      .toBeVisible();
  },
);

test('a failure keeps the button for another try', async () => {
  const { server, screen } = await open((fake) => fake.loseConnection(registration.confirm));
  await confirm.click();
  await expect.element(screen.getByRole('alert').getByText('Your address could not be confirmed')).toBeVisible();
  server.answer(registration.confirm, () => received);
  await confirm.click();
  await expect.element(heading).toHaveTextContent('Thank you, your address is confirmed');
});

describe('a request that is not needed any more', () => {
  const withdraw = page.getByRole('button', { name: 'Withdraw my request' });
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw my request' });

  test('is withdrawn right after it was confirmed, by the same link', async () => {
    const { server } = await open((fake) => {
      fake.answer(registration.confirm, () => received);
      fake.answer(registration.withdraw, () => received);
    });
    await confirm.click();
    await withdraw.click();
    await sure.click();
    await expect.element(heading).toHaveTextContent('Your request is withdrawn');
    await expect.element(heading).toHaveFocus();
    expect(server.requests(registration.withdraw).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    await expectAccessible();
  });

  test('is withdrawn days later, by the link that has been used', async () => {
    await open((fake) => {
      fake.answer(registration.confirm, () => refusal('LINK_NOT_VALID'));
      fake.answer(registration.withdraw, () => received);
    });
    await confirm.click();
    await withdraw.click();
    await sure.click();
    await expect.element(heading).toHaveTextContent('Your request is withdrawn');
  });

  test('and is none any more is said; a failure can be repeated', async () => {
    const { screen, server } = await open((fake) => {
      fake.answer(registration.confirm, () => received);
      fake.loseConnection(registration.withdraw);
    });
    await confirm.click();
    await withdraw.click();
    await sure.click();
    await expect.element(screen.getByRole('alert').getByText('Your request could not be withdrawn')).toBeVisible();
    server.answer(registration.withdraw, () => refusal('LINK_NOT_VALID'));
    await withdraw.click();
    await sure.click();
    await expect.element(screen.getByText(/There is no open request behind this link/)).toBeVisible();
  });
});
