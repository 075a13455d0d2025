import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNote } from '#portal/testing/records/release-notes.ts';

const openNotes = (...notes: ReturnType<typeof createNote>[]) =>
  openPortal({
    at: '/admin/release-notes',
    user: createUser('Administrator'),
    prepareServer: (server) => {
      answerNotes(server, ...notes);
      const deletedNote = createNote({ releaseId: 9, title: 'Basics 1.2' });
      const deletionTimes = { deletedAt: '2026-03-05T10:00:00.000Z', keptUntil: '2026-04-04' };
      server.answer(releaseNotes.bin, () => ({ items: [{ ...deletedNote, ...deletionTimes }] }));
      server.answer(releaseNotes.restore, () => deletedNote);
    },
  });

test('a deleted note is restored from the bin', async () => {
  const { server } = await openNotes();
  await page.getByRole('button', { name: 'Deleted notes' }).click();
  const bin = page.getByRole('dialog', { name: 'Deleted release notes' });
  await expect
    .element(bin.getByRole('listitem'))
    .toMatchTextContent(/Basics 1\.2.*deleted on 5 March 2026, can be restored until 4 April 2026/);
  await expectAccessible();
  server.answer(releaseNotes.bin, () => ({ items: [] }));
  await bin.getByRole('button', { name: 'Restore Basics 1.2' }).click();
  await expect.element(bin.getByText('No release note was deleted in the last 30 days.')).toBeVisible();
  expect(server.requests(releaseNotes.restore)).toMatchObject([{ params: { id: 9 } }]);
});

test('more than ten records are deleted only after their number was typed', async () => {
  const notes = Array.from({ length: 11 }, (_, at) => createNote({ releaseId: at + 1, title: `Basics 2.${at}` }));
  const { server } = await openNotes(...notes);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Delete 11 release notes' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete 11 release notes?' });
  const deleteButton = confirmation.getByRole('button', { name: 'Delete 11 release notes' });
  await expect.element(deleteButton).toBeDisabled();
  await confirmation.getByRole('textbox', { name: /type how many there are: 11/ }).fill('12');
  await expect.element(deleteButton).toBeDisabled();
  await expectAccessible();
  await confirmation.getByRole('textbox').fill('11');
  await deleteButton.click();
  await expect.element(confirmation).toMatchTextContent(/11 of 11 were deleted/);
  expect(server.requests(releaseNotes.removeMany)).toHaveLength(1);
});
