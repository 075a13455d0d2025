import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const receivedReply = { received: true } as const;
const heading = page.getByRole('heading', { level: 1 });
const confirmButton = page.getByRole('button', { name: 'Confirm address' });

const openConfirmPage = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({ at: '/register/confirm#token=abc', prepareServer });

test('opening the link does not confirm the address, but the button does', async () => {
  const { server } = await openConfirmPage((fakeServer) =>
    fakeServer.answer(registration.confirm, () => receivedReply),
  );
  await expect.element(confirmButton).toBeVisible();
  await expectAccessible();
  expect(server.requests(registration.confirm)).toEqual([]);
  await confirmButton.click();
  await expect.element(heading).toHaveTextContent('Thank you. Your address is confirmed');
  await expect.element(heading).toHaveFocus();
  expect(server.requests(registration.confirm).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  await expectAccessible();
});

test.each([
  ['pending', 'Your request is with our team. We will reply by e-mail.', true],
  ['approved', /^Your request was approved/, false],
  ['rejected', /^We have decided on your request/, false],
] as const)('for a used link, the page shows the state of the request (%s)', async (state, text, canWithdraw) => {
  await openConfirmPage((server) => server.answer(registration.confirm, () => ({ ...receivedReply, state })));
  await confirmButton.click();
  await expect.element(heading).toHaveTextContent('Already confirmed, nothing to do');
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByRole('button', { name: 'Withdraw request' }).elements()).toHaveLength(canWithdraw ? 1 : 0);
  await expectAccessible();
});

test('for an expired link, the page says how to request a new link', async () => {
  const { screen } = await openConfirmPage((server) =>
    server.answer(registration.confirm, () => createRefusal('LINK_NOT_VALID')),
  );
  await confirmButton.click();
  await expect.element(screen.getByText('This link has expired or is incomplete.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Send request again' })).toHaveAttribute('href', '/register');
  await expectAccessible();
});

test.each(['/register/confirm', '/register/confirm#token='])(
  'the address %s without a token asks for the code of the e-mail, which opens the link on this page',
  async (at) => {
    const { screen } = await openPortal({
      at,
      prepareServer: (server) => server.answer(session.openLink, () => ({ path: '/register/confirm', token: 'abc' })),
    });
    await expect.element(screen.getByRole('link', { name: 'Send request again' })).toBeVisible();
    await screen.getByLabelText('E-mail').fill('ada@office.example');
    await screen.getByLabelText('Code').fill('K7QF-2M9X');
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(confirmButton).toBeVisible();
  },
);

test('after a failed confirmation, the button to confirm the address can be used again', async () => {
  const { server, screen } = await openConfirmPage((fakeServer) => fakeServer.loseConnection(registration.confirm));
  await confirmButton.click();
  await expect.element(screen.getByRole('alert').getByText('Your address could not be confirmed')).toBeVisible();
  server.answer(registration.confirm, () => receivedReply);
  await confirmButton.click();
  await expect.element(heading).toHaveTextContent('Thank you. Your address is confirmed');
});

describe('a request can be withdrawn', () => {
  const withdrawButton = page.getByRole('button', { name: 'Withdraw request' });
  const confirmWithdrawButton = page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw request' });

  test('after the address is confirmed, the same page offers to withdraw the request', async () => {
    const { server } = await openConfirmPage((fakeServer) => {
      fakeServer.answer(registration.confirm, () => receivedReply);
      fakeServer.answer(registration.withdraw, () => receivedReply);
    });
    await confirmButton.click();
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(heading).toHaveTextContent('Request withdrawn');
    await expect.element(heading).toHaveFocus();
    expect(server.requests(registration.withdraw).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    await expectAccessible();
  });

  test('an applicant who opens the used link again days later can still withdraw the request', async () => {
    await openConfirmPage((fakeServer) => {
      fakeServer.answer(registration.confirm, () => ({ ...receivedReply, state: 'pending' as const }));
      fakeServer.answer(registration.withdraw, () => receivedReply);
    });
    await confirmButton.click();
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(heading).toHaveTextContent('Request withdrawn');
  });

  test('a failed withdrawal can be retried, and if there is no open request, the page says this', async () => {
    const { screen, server } = await openConfirmPage((fakeServer) => {
      fakeServer.answer(registration.confirm, () => receivedReply);
      fakeServer.loseConnection(registration.withdraw);
    });
    await confirmButton.click();
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(screen.getByRole('alert').getByText('Your request could not be withdrawn')).toBeVisible();
    server.answer(registration.withdraw, () => createRefusal('LINK_NOT_VALID'));
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(screen.getByText(/There is no open request for this link/)).toBeVisible();
  });
});
