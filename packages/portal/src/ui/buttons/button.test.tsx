import { Trash2 } from 'lucide-react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';

test('a button keeps its name and its width while it is busy, and with each of its two labels', async () => {
  const readWidth = (name: string): number =>
    page.getByRole('button', { name }).element().getBoundingClientRect().width;
  const showButtons = (busy: boolean) => (
    <>
      <Button busy={busy}>Save</Button>
      <Button busy={busy} icon={<Trash2 aria-hidden="true" />}>
        Remove
      </Button>
      <Button otherLabel={busy ? 'Export 20 rows' : 'Try again'}>{busy ? 'Try again' : 'Export 20 rows'}</Button>
    </>
  );
  const screen = await render(showButtons(false));
  const widths = ['Save', 'Remove', 'Export 20 rows'].map(readWidth);
  await screen.rerender(showButtons(true));
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  expect(['Save', 'Remove', 'Try again'].map(readWidth)).toEqual(widths);
});
