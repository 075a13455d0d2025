import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible, expectFits } from '#portal/testing/accessible.ts';
import { ComponentsPage } from './components-page.tsx';

const brandSelect = page.getByLabelText('Brand', { exact: true });
const themeSelect = page.getByLabelText('Theme', { exact: true });
const readColours = (element: Element) => {
  const { backgroundColor, color } = getComputedStyle(element);
  return `${color} on ${backgroundColor}`;
};

test('every component is accessible in both brands, light and dark, and the four combinations have different colours', async () => {
  await render(<ComponentsPage />);
  await expect.element(page.getByRole('heading', { name: 'Components' })).toBeVisible();
  const primaryButton = page.getByRole('button', { name: 'primary' });
  const notice = page.getByText('Notice: danger');
  await expect.element(page.getByRole('heading', { name: 'Heading', exact: true })).toBeVisible();
  const colours = new Set<string>();
  for (const brand of ['product', 'partner'])
    for (const theme of ['light', 'dark']) {
      await brandSelect.selectOptions(brand);
      await themeSelect.selectOptions(theme);
      await expectAccessible();
      colours.add(`${readColours(primaryButton.element())}, ${readColours(notice.element())}`);
    }
  expect(colours.size).toBe(4);
  await expectFits(390);
});

test.each(['dialog', 'confirm', 'drawer', 'side-panel', 'fetched-panel'])(
  'the %s is accessible in dark',
  async (name) => {
    await render(<ComponentsPage />);
    await themeSelect.selectOptions('dark');
    await page.getByRole('button', { name: `Open ${name}`, exact: true }).click();
    await expect.element(page.getByRole(/confirm/.test(name) ? 'alertdialog' : 'dialog')).toBeVisible();
    await expectAccessible();
  },
);
