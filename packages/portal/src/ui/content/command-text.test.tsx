import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CommandText } from './command-text.tsx';

test('a command within a sentence stands on one line, also where the sentence wraps', async () => {
  const text = 'To replace one, run basics code --moved on the new PC. Then run basics install - there.';
  await render(
    <p style={{ inlineSize: '12rem' }}>
      <CommandText text={text} />
    </p>,
  );
  const paragraph = page.getByText(text);
  await expect.element(paragraph).toBeVisible();
  const commands = [...paragraph.element().querySelectorAll('code')];
  expect(commands.map(({ textContent }) => textContent)).toEqual(['basics code --moved', 'basics install -']);
  expect(commands.map((command) => command.getClientRects().length)).toEqual([1, 1]);
});
