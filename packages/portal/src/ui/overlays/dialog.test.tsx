import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Confirm } from './dialog.tsx';

const dialog = page.getByRole('alertdialog', { name: 'Delete 3 users?' });
const opener = page.getByRole('button', { name: 'Delete…' });

function Deletion({ onDelete }: { onDelete: () => void }) {
  const [isAsking, setAsked] = useState(false);
  return (
    <main>
      <h1>Users</h1>
      <Button onClick={() => setAsked(true)}>Delete…</Button>
      {isAsking && (
        <Confirm
          title="Delete 3 users?"
          action="Delete 3 users"
          icon={<Trash2 aria-hidden="true" />}
          onConfirm={onDelete}
          onCancel={() => setAsked(false)}
        >
          <p>They lose their licences.</p>
        </Confirm>
      )}
    </main>
  );
}

async function openQuestion() {
  const onDelete = vi.fn<() => void>();
  await render(<Deletion onDelete={onDelete} />);
  await opener.click();
  await expect.element(dialog).toBeVisible();
  return onDelete;
}

test('Cancel has the focus, so that Enter deletes nothing', async () => {
  const onDelete = await openQuestion();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(onDelete).not.toHaveBeenCalled();
  await expect.element(opener).toHaveFocus();
});

test('the button that deletes has a verb, an object and an icon', async () => {
  const onDelete = await openQuestion();
  const confirmButton = dialog.getByRole('button', { name: 'Delete 3 users' });
  expect(confirmButton.element().querySelector('svg')).not.toBeNull();
  await confirmButton.click();
  expect(onDelete).toHaveBeenCalledTimes(1);
});

test('Escape, the close button and a click outside close the dialog', async () => {
  await openQuestion();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog.elements()).toEqual([]);
  await opener.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => dialog.elements()).toEqual([]);
  await opener.click();
  await userEvent.click(dialog, { position: { x: 2, y: -60 }, force: true });
  await expect.poll(() => dialog.elements()).toEqual([]);
});

test('a click inside does not close the dialog', async () => {
  await openQuestion();
  await dialog.getByText('They lose their licences.').click();
  await expect.element(dialog).toBeVisible();
});

test('the second click of a double click on the button that opened the dialog does not close the dialog', async () => {
  await render(<Deletion onDelete={() => {}} />);
  await opener.dblClick();
  await expect.element(dialog).toBeVisible();
});

test('a press that begins inside and ends outside, as when text is selected, does not close the dialog', async () => {
  await openQuestion();
  const text = dialog.getByText('They lose their licences.');
  await userEvent.dragAndDrop(text, dialog, { targetPosition: { x: 2, y: -60 }, force: true });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(dialog, { position: { x: 2, y: -60 }, force: true });
  await expect.poll(() => dialog.elements()).toEqual([]);
});
