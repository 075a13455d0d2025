import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPortal } from '#portal/testing/portal.tsx';

const helpDialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test.each(['/release-notes', '/sign-in'])(
  'at %s, signed out, the question mark key lists the shortcuts that work there, without the palette',
  async (address) => {
    await openPortal({ at: address });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The component that handles the keys is loaded after the page.
    await expect
      .poll(async () => {
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
        await userEvent.keyboard('?');
        return helpDialog.elements().length;
      })
      .toBe(1);
    expect(helpDialog.getByText('Ctrl+K').elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => helpDialog.elements()).toEqual([]);
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(page.getByRole('dialog').elements()).toEqual([]);
  },
);

test('a slash focuses the search field of the release notes, also when signed out', async () => {
  await openPortal({ at: '/release-notes' });
  const searchField = page.getByRole('searchbox');
  await expect.element(searchField).toBeVisible();
  // The component that handles the keys is loaded after the page.
  await expect
    .poll(async () => {
      await userEvent.keyboard('/');
      return document.activeElement;
    })
    .toBe(searchField.element());
});
