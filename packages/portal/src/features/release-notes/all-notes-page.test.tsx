import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNotePage, createNote } from '#portal/testing/records/release-notes.ts';

const draftNote = createNote({ releaseId: 4, title: 'Basics 1.4', version: '1.4.0', status: 'draft' });
const publishedNote = createNote();
const administrator = createUser('Administrator');

type OpenOptions = { at?: string; user?: typeof administrator; prepareServer?: (server: FakeServer) => void };

const openNotesList = ({
  at = '/admin/release-notes',
  user = administrator,
  prepareServer = () => {},
}: OpenOptions = {}) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerNotes(server, draftNote, publishedNote);
      prepareServer(server);
    },
  });

const table = page.getByRole('table', { name: 'Release Notes' });
const locateRow = (title: string) => table.getByRole('row', { name: new RegExp(title) });
const listTitles = (): (string | null)[] =>
  table
    .getByRole('link', { name: /^Basics/ })
    .elements()
    .map(({ textContent }) => textContent);

describe('authors see the list of notes', () => {
  test('the list shows every note with its version, its day and whether it is published (T150)', async () => {
    await openNotesList();
    await expect.element(locateRow('Basics 1.4')).toMatchTextContent(/1\.4\.0.*1 Mar 2026.*Draft/);
    await expect.element(locateRow('price lists')).toMatchTextContent(/1\.3\.0.*Published/);
    await expect
      .element(page.getByRole('link', { name: 'Add release note' }))
      .toHaveAttribute('href', '/admin/release-notes/create');
    await expectAccessible();
  });

  test('the menu links to the list for users who may open it', async () => {
    await openNotesList({ at: '/release-notes' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect
      .element(menu.getByRole('link', { name: 'Release Notes' }))
      .toHaveAttribute('href', '/admin/release-notes');
  });

  test('a press on the row of a note opens the note (T1014)', async () => {
    const { address } = await openNotesList();
    await locateRow('Basics 1.4').click();
    await expect.poll(address).toBe('/admin/release-notes/4');
  });

  test('the address of the list contains the search, the filters and the order', async () => {
    const { server, address } = await openNotesList();
    await page.getByRole('searchbox', { name: 'Search release notes' }).fill('basics');
    await expect.poll(address).toBe('/admin/release-notes?keyword=basics');
    await page.getByRole('combobox', { name: 'Status' }).selectOptions('Draft');
    await expect.element(page.getByText('1 release note', { exact: true })).toBeInTheDocument();
    await table.getByRole('link', { name: 'Version' }).click();
    await expect
      .poll(() => server.requests(releaseNotes.search).at(-1)?.body)
      .toEqual({
        keyword: 'basics',
        status: 'draft',
        sort: { field: 'version', direction: 'asc' },
        pageNumber: 1,
        pageSize: 100,
      });
    expect(address()).toContain('status=draft');
    await page.getByRole('button', { name: 'Remove filter Status: Draft' }).click();
    await expect.poll(listTitles).toEqual(['Basics 1.4', 'Basics 1.3: price lists']);
  });

  test('the export contains the filtered list', async () => {
    const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { server } = await openNotesList({
      at: '/admin/release-notes?status=draft',
      prepareServer: (fakeServer) =>
        fakeServer.answer(releaseNotes.export, () => ({
          bytes: new Uint8Array(3),
          name: 'notes.csv',
          type: 'text/csv',
        })),
    });
    await page.getByRole('button', { name: /^Export CSV/ }).click();
    await expect.element(page.getByText('notes.csv saved')).toBeVisible();
    expect(clickSpy).toHaveBeenCalledOnce();
    expect(server.requests(releaseNotes.export).map(({ body }) => body)).toEqual([{ status: 'draft', keyword: '' }]);
  });

  test('a search without results shows a message and can be cleared', async () => {
    await openNotesList({ at: '/admin/release-notes?keyword=nowhere' });
    await expect.element(page.getByText('Results not found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.element(locateRow('Basics 1.4')).toBeVisible();
  });

  test('an empty list shows a message', async () => {
    await openNotesList({ prepareServer: (server) => server.answer(releaseNotes.search, () => createNotePage()) });
    await expect.element(page.getByText('No release notes yet')).toBeVisible();
  });

  test('a list that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await openNotesList({
      prepareServer: (fakeServer) => fakeServer.answer(releaseNotes.search, () => createRefusal('INTERNAL')),
    });
    await expect
      .element(page.getByRole('main').getByRole('alert'))
      .toMatchTextContent(/Failed to fetch Release Notes.*Reference req-INTERNAL/);
    server.answer(releaseNotes.search, () => createNotePage(publishedNote));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(locateRow('price lists')).toBeVisible();
  });

  test('a user who may only view notes sees no buttons to add, edit or delete them', async () => {
    const user = { ...administrator, permissions: ['releaseNotes.view', 'account.view'] as const };
    await openNotesList({ user: { ...user, permissions: [...user.permissions] } });
    await expect.element(locateRow('Basics 1.4')).toBeVisible();
    expect(page.getByRole('link', { name: /^(Add|Edit)/ }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: /^Delete/ }).elements()).toEqual([]);
    expect(table.getByRole('checkbox').elements()).toEqual([]);
  });

  test.each(['Salesman', 'OEM', 'viewer'] as const)('the profile %s cannot open the page', async (role) => {
    const { address, server } = await openNotesList({ user: createUser(role) });
    await expect.poll(address).toBe('/not-found');
    expect(server.requests(releaseNotes.search)).toEqual([]);
  });
});

describe('one note can be deleted', () => {
  const toast = page.getByRole('region', { name: 'Notifications' });

  test('a note is deleted on the server when the time to undo has passed, without a confirmation', async () => {
    const { server } = await openNotesList();
    await page.getByRole('button', { name: 'Delete Basics 1.4' }).click();
    await expect.poll(listTitles).toEqual(['Basics 1.3: price lists']);
    await expect.element(toast).toMatchTextContent('“Basics 1.4” deleted');
    expect(server.requests(releaseNotes.remove)).toEqual([]);
    server.answer(releaseNotes.search, () => createNotePage(publishedNote));
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => server.requests(releaseNotes.remove).map(({ params }) => params.id)).toEqual([4]);
    await expect.poll(listTitles).toEqual(['Basics 1.3: price lists']);
  });

  test('a note is shown again when the deletion is undone, and no request is sent', async () => {
    const { server } = await openNotesList();
    await page.getByRole('button', { name: 'Delete Basics 1.4' }).click();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(listTitles).toEqual(['Basics 1.4', 'Basics 1.3: price lists']);
    expect(server.requests(releaseNotes.remove)).toEqual([]);
  });

  test('a note that cannot be deleted is shown again with an error (T148)', async () => {
    await openNotesList({
      prepareServer: (server) => server.answer(releaseNotes.remove, () => createRefusal('INTERNAL')),
    });
    await page.getByRole('button', { name: 'Delete Basics 1.4' }).click();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(toast).toMatchTextContent('Delete Release Notes error');
    await expect.poll(listTitles).toEqual(['Basics 1.4', 'Basics 1.3: price lists']);
  });
});

describe('several notes can be deleted', () => {
  const selectAll = () => table.getByRole('checkbox', { name: 'Select all on this page' }).click();
  const deleteButton = page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Delete 2 release notes' });
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 release notes?' });
  const confirmButton = dialog.getByRole('button', { name: 'Delete 2 release notes' });

  test('several notes are deleted after a preview that names them, with a result for each', async () => {
    const { server } = await openNotesList();
    await selectAll();
    await deleteButton.click();
    await expect
      .element(dialog)
      .toMatchTextContent(/restore them for 30 days.*2 are deleted.*Basics 1\.4.*price lists/);
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    server.answer(releaseNotes.search, () => createNotePage());
    await confirmButton.click();
    await expect.element(dialog).toMatchTextContent(/2 of 2 were deleted.*Basics 1\.4/);
    expect(server.requests(releaseNotes.removeMany).map(({ body }) => body)).toEqual([[4, 1]]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(page.getByText('No release notes yet')).toBeVisible();
    await expect.element(deleteButton).not.toBeInTheDocument();
  });

  test('cancelling the confirmation keeps the notes', async () => {
    const { server } = await openNotesList();
    await selectAll();
    await deleteButton.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(server.requests(releaseNotes.removeMany)).toEqual([]);
    await expect.element(deleteButton).toBeVisible();
  });

  test('notes that cannot be deleted stay selected (T149)', async () => {
    await openNotesList({
      prepareServer: (server) => server.answer(releaseNotes.removeMany, () => createRefusal('BUSY')),
    });
    await selectAll();
    await deleteButton.click();
    await confirmButton.click();
    await expect.element(dialog.getByText('Delete Release Notes error')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(deleteButton).toBeVisible();
  });

  test('all matching notes on every page can be selected', async () => {
    const allNotes = Array.from({ length: 130 }, (_, at) => createNote({ releaseId: at + 1, title: `Basics ${at}` }));
    const { server } = await openNotesList({
      prepareServer: (fakeServer) =>
        fakeServer.answer(releaseNotes.search, ({ body: { pageNumber, pageSize } }) => ({
          items: allNotes.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
          total: 130,
          pageNumber,
          pageSize,
        })),
    });
    await selectAll();
    await page.getByRole('button', { name: 'Select all 130 results' }).click();
    await page.getByRole('button', { name: 'Delete 130 release notes' }).click();
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/130 are deleted/);
    await page.getByRole('alertdialog').getByRole('textbox').fill('130');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 130 release notes' }).click();
    await expect.poll(() => server.requests(releaseNotes.removeMany)[0]?.body.length).toBe(130);
  });
});

describe('one note has its own page', () => {
  const at = '/admin/release-notes/4';

  test('the page of a note shows the note and its actions (T151)', async () => {
    const { address } = await openNotesList();
    await page.getByRole('link', { name: 'Basics 1.4', exact: true }).click();
    await expect.poll(address).toBe(at);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Basics 1.4' })).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('strong')).toHaveTextContent('prices');
    await expect.element(page.getByText('Draft')).toBeVisible();
    await expectAccessible();
    await expect
      .element(page.getByRole('link', { name: 'View public page' }))
      .toHaveAttribute('href', '/release-notes/4');
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect.poll(address).toBe(`${at}/edit`);
  });

  test('after a note is deleted on its page, the list opens and offers to undo the deletion', async () => {
    const { address, server } = await openNotesList({ at });
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(address).toBe('/admin/release-notes');
    await expect.poll(listTitles).toEqual(['Basics 1.3: price lists']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(listTitles).toEqual(['Basics 1.4', 'Basics 1.3: price lists']);
    expect(server.requests(releaseNotes.remove)).toEqual([]);
  });

  test.each(['/admin/release-notes/99', '/admin/release-notes/99/edit', '/admin/release-notes/none'])(
    'a note that does not exist shows a message at %s, with a link back',
    async (address) => {
      const portal = await openNotesList({ at: address });
      await expect.element(page.getByRole('heading', { level: 1, name: 'Release note not found' })).toBeVisible();
      await page.getByRole('link', { name: 'Back to the release notes' }).click();
      await expect.poll(portal.address).toBe('/admin/release-notes');
    },
  );

  test('a note that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await openNotesList({
      at,
      prepareServer: (fakeServer) => fakeServer.answer(releaseNotes.get, () => createRefusal('INTERNAL')),
    });
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Release Notes/);
    server.answer(releaseNotes.get, () => draftNote);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Basics 1.4' })).toBeVisible();
  });
});

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
