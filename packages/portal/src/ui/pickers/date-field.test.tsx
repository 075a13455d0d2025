import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { DateField } from './date-field.tsx';

const completedDays: string[] = [];

function Form() {
  const [text, setText] = useState('');
  return (
    <main>
      <DateField
        label="Last day"
        value={text}
        onChange={setText}
        onComplete={(calendarDay) => completedDays.push(calendarDay)}
      />
      <button type="button">Save</button>
    </main>
  );
}

const dateField = page.getByRole('textbox', { name: 'Last day' });

test('a date field shows the day in words, and writes it as year, month and day when the user leaves it', async () => {
  completedDays.length = 0;
  await render(<Form />);
  await dateField.fill('23.11.2026');
  await expect.element(dateField).toHaveAccessibleDescription('23 November 2026');
  await userEvent.tab();
  await expect.element(dateField).toHaveValue('2026-11-23');
  expect(completedDays).toEqual(['2026-11-23']);
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus();
  await expectAccessible();
});

test('a date field refuses a text that is not a day, until the text is changed', async () => {
  completedDays.length = 0;
  await render(<Form />);
  await dateField.fill('11/23/2026');
  await userEvent.tab();
  await expect.element(dateField).toHaveAccessibleDescription(/^Enter a date as year-month-day/);
  expect(completedDays).toEqual([]);
  await expectAccessible();
  await dateField.fill('2026-11-23');
  await expect.element(dateField).toHaveAccessibleDescription('23 November 2026');
});
