import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { anchoredPopover, closingPopover } from './anchored-popover.ts';
import { Popover } from './popover.tsx';

/** A menu at the right edge of the window. The content of the menu arrives after the script of the menu has been loaded. */
function LateMenu() {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div style={{ display: 'flex', justifyContent: 'space-between' }}>
      <button type="button" onPointerEnter={() => setLoaded(true)}>
        Load
      </button>
      <Popover
        label="Account"
        renderTrigger={(triggerProps) => (
          <button type="button" {...triggerProps}>
            Ada
          </button>
        )}
      >
        {() => isLoaded && <a href="#account">My Account, the appearance and the keyboard shortcuts</a>}
      </Popover>
    </div>
  );
}

test('if the content of an open menu is loaded later, the content then gets the focus, and the menu stays inside the window', async () => {
  await render(<LateMenu />);
  await page.getByRole('button', { name: 'Ada' }).click();
  const menu = page.getByRole('dialog', { name: 'Account' });
  await expect.poll(() => menu.element().matches(':popover-open')).toBe(true);
  await page.getByRole('button', { name: 'Load' }).hover();
  await expect.element(menu.getByRole('link')).toHaveFocus();
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
});

test('a popover stays open while the focus moves inside it, and closes when Tab leaves it', async () => {
  await render(
    <>
      <Popover
        label="Columns"
        renderTrigger={(triggerProps) => (
          <button type="button" {...triggerProps}>
            Open
          </button>
        )}
      >
        {() => (
          <>
            <button type="button">First</button>
            <button type="button">Last</button>
          </>
        )}
      </Popover>
      <button type="button">Behind</button>
    </>,
  );
  const openButton = page.getByRole('button', { name: 'Open' });
  const isOpen = () => document.querySelector(':popover-open') !== null;
  await openButton.click();
  await expect.element(page.getByRole('button', { name: 'First' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Last' })).toHaveFocus();
  expect(isOpen()).toBe(true);
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Behind' })).toHaveFocus();
  await expect.poll(isOpen).toBe(false);
  await userEvent.tab({ shift: true });
  await expect.element(openButton).toHaveFocus();
});

test.each([
  ['below the list', closingPopover],
  ['at its button', anchoredPopover],
])('a panel of fields %s stays open when a label or a text of it is pressed', async (_, handlers) => {
  await render(
    <main tabIndex={-1}>
      <button type="button" popoverTarget="filters">
        Filters
      </button>
      <fieldset id="filters" popover="auto" {...handlers}>
        <p>Choose what is listed.</p>
        <label>
          <input type="checkbox" /> Expired
        </label>
      </fieldset>
    </main>,
  );
  await page.getByRole('button', { name: 'Filters' }).click();
  const fields = page.getByRole('group');
  await expect.poll(() => fields.element().matches(':popover-open')).toBe(true);
  await page.getByText('Choose what is listed.').click();
  await page.getByText('Expired').click();
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  expect(fields.element().matches(':popover-open')).toBe(true);
});
