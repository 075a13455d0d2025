import { users } from '@basics/contract/users/users.ts';
import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createToken, createUser } from '#portal/testing/records/people.ts';
import { startFakeServer } from '#portal/testing/portal.tsx';
import { Allowed, SessionContext } from './session-context.tsx';
import { createSession } from './session.ts';

async function renderAllowed(isSignedIn: boolean) {
  const server = startFakeServer();
  server.answer(users.current, () => createUser('OEM'));
  if (isSignedIn) localStorage.setItem('token', createToken('ada'));
  const session = createSession();
  onTestFinished(session.start());
  const { container } = await render(
    <SessionContext value={session}>
      <Allowed any={['users.view', 'license.generate']}>
        <span>any-one </span>
      </Allowed>
      <Allowed any={['users.view', 'requests.view']}>
        <span>any-none </span>
      </Allowed>
      <Allowed all={['account.view', 'license.generate']}>
        <span>all-both </span>
      </Allowed>
      <Allowed all={['account.view', 'users.view']}>
        <span>all-one </span>
      </Allowed>
    </SessionContext>,
  );
  return { session, container };
}

test('the component Allowed shows its children to users with any of its permissions, or with all of them', async () => {
  const { container } = await renderAllowed(true);
  await expect.poll(() => container.textContent).toBe('any-one all-both ');
});

test('the component Allowed hides its children from visitors who are not signed in', async () => {
  const { session, container } = await renderAllowed(false);
  expect(session.state()).toEqual({ isAuthenticated: false, isLoading: false, user: null });
  expect(container.textContent).toBe('');
});
