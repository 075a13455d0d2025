import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { fromQueryString, toQueryString } from '#portal/api/query-string.ts';
import { useSearchState } from './search-state.ts';

const schema = z.object({ keyword: z.optional(z.string()), status: z.optional(z.enum(['active', 'suspended'])) });
type State = z.infer<typeof schema>;

/** Opens a page with a button that makes the given changes directly one after another. */
async function openTestPage(address: string, ...changes: Partial<State>[]) {
  function Page() {
    const [stateElement, change] = useSearchState(schema);
    return (
      <>
        <button type="button" onClick={() => changes.forEach((stateChange) => change(stateChange))}>
          Change
        </button>
        <output>{JSON.stringify(stateElement)}</output>
      </>
    );
  }
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history,
    parseSearch: fromQueryString,
    stringifySearch: (search) => `?${toQueryString(search)}`,
  });
  await render(<RouterProvider router={router} />);
  return history;
}

const stateElement = page.getByRole('status');

test('if two search parameters change directly one after another, both changes are in the address', async () => {
  const history = await openTestPage('/?other=kept', { keyword: 'ada' }, { status: 'active' });
  await page.getByRole('button').click();
  await expect.element(stateElement).toHaveTextContent('{"keyword":"ada","status":"active"}');
  expect(history.location.search).toBe('?other=kept&keyword=ada&status=active');
});

test('a field that is set to undefined is removed from the URL', async () => {
  const history = await openTestPage('/?keyword=ada&status=active', { keyword: undefined });
  await page.getByRole('button').click();
  await expect.element(stateElement).toHaveTextContent('{"status":"active"}');
  expect(history.location.search).toBe('?status=active');
});

test('invalid search parameters are read as the defaults', async () => {
  await openTestPage('/?status=nonsense');
  await expect.element(stateElement).toHaveTextContent('{}');
});
