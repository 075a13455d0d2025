import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useAttempt } from './use-attempt.ts';

type Completion = { done: () => void; fail: (error: Error) => void };

/** Renders a button. The test counts and completes the actions that the button starts. */
async function renderButton() {
  const startedActions: Completion[] = [];
  const fieldErrors: string[] = [];
  function Attempts() {
    const { problem, isBusy, attempt, forget } = useAttempt(['login'], (name, { message }) =>
      fieldErrors.push(`${name}: ${message}`),
    );
    const startAction = () => new Promise<void>((done, fail) => startedActions.push({ done, fail }));
    return (
      <>
        <button onClick={() => void attempt(startAction)}>Try</button>
        <button onClick={forget}>Forget</button>
        <output>{isBusy ? 'busy' : (problem?.message ?? 'idle')}</output>
      </>
    );
  }
  await render(<Attempts />);
  return {
    begun: startedActions,
    placed: fieldErrors,
    state: page.getByRole('status'),
    again: page.getByRole('button', { name: 'Try' }),
  };
}

const loginTaken = new ApiProblem({
  code: 'INVALID',
  message: 'Preview again.',
  status: 422,
  fields: { login: 'It is taken.' },
});
const connectionLost = new ApiProblem({ code: 'UNREACHABLE', message: 'Nobody answers.', status: 0 });

test('a press of the button while its action runs is ignored; a press after the action has ended starts it again', async () => {
  const { begun: startedActions, state, again } = await renderButton();
  const button = again.element();
  // The button is pressed twice before React has rendered the first press.
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(state).toHaveTextContent('busy');
  await again.click();
  expect(startedActions).toHaveLength(1);
  startedActions[0]?.done();
  await expect.element(state).toHaveTextContent('idle');
  await again.click();
  expect(startedActions).toHaveLength(2);
});

test('a problem is returned until the next attempt, or until it is cleared', async () => {
  const { begun: startedActions, state, again } = await renderButton();
  await again.click();
  startedActions[0]?.fail(connectionLost);
  await expect.element(state).toHaveTextContent('Nobody answers.');
  await again.click();
  startedActions[1]?.fail(connectionLost);
  await expect.element(state).toHaveTextContent('Nobody answers.');
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect.element(state).toHaveTextContent('idle');
});

test('the error of a field is shown at the field only', async () => {
  const { begun: startedActions, placed: fieldErrors, state, again } = await renderButton();
  await again.click();
  startedActions[0]?.fail(loginTaken);
  await expect.element(state).toHaveTextContent('idle');
  expect(fieldErrors).toEqual(['login: It is taken.']);
});

test('a problem that ends the session is not shown by the form', async () => {
  const { begun: startedActions, state, again } = await renderButton();
  await again.click();
  startedActions[0]?.fail(new ApiProblem({ code: 'NO_SESSION', message: 'Sign in again.', status: 401 }));
  await expect.element(state).toHaveTextContent('idle');
});
