import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { tokenFor, userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

test('after signing in, the page that was wanted is shown with its search and fragment', async () => {
  const { server, screen, address } = await openPortal({ at: '/account?tab=2#licences' });
  server.answer(session.signIn, () => ({ token: tokenFor('ada') }));
  server.answer(users.current, () => userWith('OEM'));

  await screen.getByLabelText('Login').fill('ada@office.example');
  await screen.getByLabelText('Password').fill('Quartz-Lantern-27');
  await userEvent.keyboard('{Enter}');

  await expect.poll(address).toBe('/account?tab=2#licences');
  expect(sessionStorage.getItem('previousUrl')).toBeNull();
  await expectAccessible();
});
