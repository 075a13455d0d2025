import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { PickerField } from './picker-field.tsx';
import { DateField } from './date-field.tsx';

const countries = ['Germany', 'Ghana', 'Greece', 'Norway', 'Spain'].map((label) => ({ value: label, label }));
const field = page.getByRole('combobox', { name: 'Country' });
const locateOption = (name: string) => page.getByRole('option', { name });

/** A dialog with a picker, because Escape also closes dialogs, and because a dialog cuts off content that is larger than the dialog. */
function PickerDialog({ onClose }: { onClose: () => void }) {
  const [country, setCountry] = useState('Norway');
  return (
    <Dialog title="Move" onClose={onClose}>
      <PickerField label="Country" options={countries} value={country} onChange={setCountry} unknownError="Unknown" />
      <output>Chosen: {country}</output>
    </Dialog>
  );
}

async function openDialog() {
  const onClose = vi.fn<() => void>();
  await render(<PickerDialog onClose={onClose} />);
  return onClose;
}

test('an option is chosen by keyboard, and a screen reader gets the name of the active option', async () => {
  await openDialog();
  await field.fill('g');
  await expect.element(field).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowUp}');
  const activeId = field.element().getAttribute('aria-activedescendant') ?? '';
  expect(locateOption('Greece').element().id).toBe(activeId);
  await expect.element(locateOption('Greece')).toHaveAttribute('aria-selected', 'true');
  await expectAccessible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(field).toHaveValue('Ghana');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByText('Chosen: Ghana')).toBeVisible();
});

test('if several options have the typed name, none is chosen until the user chooses one in the list', async () => {
  const onChange = vi.fn<(value: string) => void>();
  const salesmen = ['7', '8'].map((value) => ({ value, label: 'Anna Berg', detail: `anna${value}@portal.example` }));
  await render(
    <PickerField label="Salesman" options={salesmen} value="" onChange={onChange} unknownError="Choose one" />,
  );
  const salesmanField = page.getByRole('combobox', { name: 'Salesman' });
  await salesmanField.fill('anna berg');
  await userEvent.keyboard('{Tab}');
  await expect.element(salesmanField).toHaveAccessibleDescription(/Choose one/);
  expect(onChange).not.toHaveBeenCalled();
  await salesmanField.click();
  await locateOption('Anna Berg anna8@portal.example').click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith('8');
});

test('the first Escape closes the list, and the second Escape closes the dialog', async () => {
  const onClose = await openDialog();
  await field.fill('g');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('on a phone, a press on the field shows all options, the chosen option is active, and the dialog and the window cut off no option', async () => {
  await page.viewport(390, 500);
  await openDialog();
  await field.click();
  await expect.element(locateOption('Norway')).toHaveAttribute('aria-selected', 'true');
  for (const { label } of countries) {
    locateOption(label).element().scrollIntoView({ block: 'nearest' });
    const box = locateOption(label).element().getBoundingClientRect();
    expect(document.elementFromPoint(box.left + 5, box.top + box.height / 2)?.closest('[role=option]')).toBe(
      locateOption(label).element(),
    );
  }
  await locateOption('Spain').click();
  await expect.element(page.getByText('Chosen: Spain')).toBeVisible();
  await expect.element(field).toHaveFocus();
});

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
