import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useAttempt } from './use-attempt.ts';

type Ends = { done: () => void; fail: (error: Error) => void };

/** A button whose action the test counts and completes. */
async function show() {
  const begun: Ends[] = [];
  const placed: string[] = [];
  function Attempts() {
    const { problem, isBusy, attempt, forget } = useAttempt(['login'], (name, { message }) =>
      placed.push(`${name}: ${message}`),
    );
    const act = () => new Promise<void>((done, fail) => begun.push({ done, fail }));
    return (
      <>
        <button onClick={() => void attempt(act)}>Try</button>
        <button onClick={forget}>Forget</button>
        <output>{isBusy ? 'busy' : (problem?.message ?? 'idle')}</output>
      </>
    );
  }
  await render(<Attempts />);
  return { begun, placed, state: page.getByRole('status'), again: page.getByRole('button', { name: 'Try' }) };
}

const taken = new ApiProblem({
  code: 'INVALID',
  message: 'Preview again.',
  status: 422,
  fields: { login: 'It is taken.' },
});
const lost = new ApiProblem({ code: 'UNREACHABLE', message: 'Nobody answers.', status: 0 });

test('a second press while the action runs does nothing; afterwards it runs again', async () => {
  const { begun, state, again } = await show();
  const button = again.element();
  // Both presses come before the first render.
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(state).toHaveTextContent('busy');
  await again.click();
  expect(begun).toHaveLength(1);
  begun[0]?.done();
  await expect.element(state).toHaveTextContent('idle');
  await again.click();
  expect(begun).toHaveLength(2);
});

test('a problem is returned until the next attempt, or until it is cleared', async () => {
  const { begun, state, again } = await show();
  await again.click();
  begun[0]?.fail(lost);
  await expect.element(state).toHaveTextContent('Nobody answers.');
  await again.click();
  begun[1]?.fail(lost);
  await expect.element(state).toHaveTextContent('Nobody answers.');
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect.element(state).toHaveTextContent('idle');
});

test('the error of a field is shown at the field only', async () => {
  const { begun, placed, state, again } = await show();
  await again.click();
  begun[0]?.fail(taken);
  await expect.element(state).toHaveTextContent('idle');
  expect(placed).toEqual(['login: It is taken.']);
});

test('a problem that ends the session is not shown by the form', async () => {
  const { begun, state, again } = await show();
  await again.click();
  begun[0]?.fail(new ApiProblem({ code: 'NO_SESSION', message: 'Sign in again.', status: 401 }));
  await expect.element(state).toHaveTextContent('idle');
});
