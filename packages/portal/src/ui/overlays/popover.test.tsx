import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
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

test('a menu whose content arrives after it was opened gets the focus then, and stays inside the window', async () => {
  await render(<LateMenu />);
  await page.getByRole('button', { name: 'Ada' }).click();
  const menu = page.getByRole('dialog', { name: 'Account' });
  await expect.poll(() => menu.element().matches(':popover-open')).toBe(true);
  await page.getByRole('button', { name: 'Load' }).hover();
  await expect.element(menu.getByRole('link')).toHaveFocus();
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
});
