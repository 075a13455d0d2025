import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { Checkbox } from './choice-group.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { Select, TextArea, TextField } from './form-field.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';

test('hint and error are part of the accessible description of their field', async () => {
  await render(<TextField label="Phone" hint="With the country." error="This is too long." />);
  const field = page.getByRole('textbox', { name: 'Phone' });
  await expect.element(field).toHaveAccessibleDescription('With the country. This is too long.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});

test('only an optional field has "(optional)" in its label', async () => {
  await render(
    <>
      <TextField label="Phone" optional />
      <TextArea label="Reason" />
    </>,
  );
  await expect.element(page.getByRole('textbox', { name: 'Phone (optional)' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toBeVisible();
});

test('if there are four errors or more, a summary lists them, and each entry leads to its field', async () => {
  const errors = ['login', 'email', 'phone', 'company'].map((name) => ({ name, message: `${name} is required.` }));
  const onChoose = vi.fn<(name: string) => void>();
  const { rerender } = await render(<ErrorSummary errors={errors.slice(0, 3)} onChoose={onChoose} />);
  expect(page.getByRole('alert').elements()).toEqual([]);
  await rerender(<ErrorSummary errors={errors} onChoose={onChoose} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/4 fields have errors/);
  await page.getByRole('button', { name: 'phone is required.' }).click();
  expect(onChoose.mock.calls).toEqual([['phone']]);
});

test('all kinds of fields are accessible, with and without an error', async () => {
  await render(
    <main>
      <h1>A form</h1>
      <TextField label="Phone" hint="With the country." error="This is too long." />
      <TextArea label="Reason" error="Reason is required." />
      <Select
        label="Brand"
        placeholder="Choose"
        error="Brand is required."
        options={[{ value: 'blue', label: 'Basics Blue' }]}
      />
      <Checkbox label="Can receive mail" hint="About licences only." error="Can Receive Mail is required." />
      <StatusBadge tone="ok">Active</StatusBadge>
      <EmptyState title="Nothing yet" actions={<button type="button">Begin</button>}>
        It will appear here.
      </EmptyState>
    </main>,
  );
  await expect.element(page.getByRole('combobox', { name: 'Brand' })).toHaveAccessibleDescription('Brand is required.');
  await expect
    .element(page.getByRole('checkbox', { name: 'Can receive mail' }))
    .toHaveAccessibleDescription('About licences only. Can Receive Mail is required.');
  await expectAccessible();
});
