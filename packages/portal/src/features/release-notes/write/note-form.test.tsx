import { createTooLongMessage } from '@basics/contract/texts/sign-in-messages.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNote } from '#portal/testing/records/release-notes.ts';

const storedNote = createNote({ status: 'draft' });

const openForm = (at = '/admin/release-notes/create', prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      answerNotes(server, storedNote);
      prepareServer(server);
    },
  });
type OpenedForm = Awaited<ReturnType<typeof openForm>>;

const editPath = '/admin/release-notes/1/edit';
const locateField = (name: string) => page.getByRole('textbox', { name, exact: true });
const dateField = page.getByLabelText('Release date');
const saveButton = page.getByRole('button', { name: 'Save' });
const preview = page.getByRole('region', { name: 'Preview' });
const restoredNotice = page.getByText('Unsaved changes restored');
const locateTitle = (name: string) => page.getByRole('heading', { level: 1, name });

async function fillForm(): Promise<void> {
  await locateField('Title').fill('Basics 1.4');
  await locateField('Version').fill('1.4.0');
  await dateField.fill('2026-04-01');
  await locateField('Description').fill('Several **floors**.');
}
const filledValues = {
  title: 'Basics 1.4',
  version: '1.4.0',
  releaseDate: '2026-04-01',
  description: 'Several **floors**.',
};

/** Leaves the form without saving and opens it again. */
async function leaveAndReturn({ router }: OpenedForm, to: string): Promise<void> {
  void router.navigate({ to: '/admin/release-notes' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(locateTitle('Release Notes')).toBeVisible();
  void router.navigate({ to });
}

describe('authors write a new note', () => {
  test("a new note is a draft with today's date, and the form shows which fields are required (T158)", async () => {
    const { server } = await openForm();
    await expect.element(locateTitle('Add release note')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Draft' })).toBeChecked();
    await expect.element(dateField).not.toHaveValue('');
    await expect.element(preview).toMatchTextContent(/No title yet.*Nothing to preview yet/);
    await dateField.fill('');
    await saveButton.click();
    await expect.element(locateField('Title')).toHaveAccessibleDescription(fieldMessages.title);
    await expect.element(locateField('Version')).toHaveAccessibleDescription(fieldMessages.version);
    await expect.element(dateField).toHaveAccessibleDescription(fieldMessages.date);
    await expect.element(locateField('Description')).toHaveAccessibleDescription(new RegExp(fieldMessages.description));
    await expect.element(locateField('Title')).toHaveFocus();
    const summary = page.getByRole('main').getByRole('alert');
    await summary.getByRole('button', { name: fieldMessages.date }).click();
    await expect.element(dateField).toHaveFocus();
    await expectAccessible();
    expect(server.requests(releaseNotes.create)).toEqual([]);
  });

  test('the preview is updated while the user types', async () => {
    await openForm();
    await fillForm();
    await expect.element(preview.getByRole('heading', { name: 'Basics 1.4' })).toBeVisible();
    await expect.element(preview).toMatchTextContent(/Version 1\.4\.0.*1 April 2026.*Several floors\./);
    await expect.element(preview.getByRole('strong')).toHaveTextContent('floors');
    await locateField('Description').fill('<img src=x onerror="window.ran=1">');
    await expect.element(preview).toMatchTextContent('<img src=x onerror="window.ran=1">');
    expect(preview.element().querySelector('img')).toBeNull();
    await expectAccessible();
  });

  test('a new note is saved once as a draft, and its page opens (T159)', async () => {
    const { server, address } = await openForm();
    await fillForm();
    await saveButton.dblClick();
    await expect.poll(address).toBe('/admin/release-notes/50');
    expect(server.requests(releaseNotes.create).map(({ body }) => body)).toEqual([
      { ...filledValues, status: 'draft' },
    ]);
    await expect.element(page.getByText('“Basics 1.4” saved')).toBeVisible();
    await expect.element(locateTitle('Basics 1.4')).toBeVisible();
  });

  test('the note can be published by keyboard', async () => {
    const { server, address } = await openForm();
    await fillForm();
    await page.getByRole('radio', { name: 'Published' }).click();
    await locateField('Description').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(address).toBe('/admin/release-notes/50');
    expect(server.requests(releaseNotes.create)[0]?.body.status).toBe('published');
    await expect.element(page.getByText('“Basics 1.4” published')).toBeVisible();
  });

  test('a failed save keeps the typed values', async () => {
    const { server, address } = await openForm('/admin/release-notes/create', (fakeServer) =>
      fakeServer.answer(releaseNotes.create, () =>
        createRefusal('INVALID', { fields: { version: createTooLongMessage(80) } }),
      ),
    );
    await fillForm();
    await saveButton.click();
    await expect.element(locateField('Version')).toHaveAccessibleDescription(createTooLongMessage(80));
    server.loseConnection(releaseNotes.create);
    await saveButton.click();
    await expect.element(page.getByText('The release note was not saved')).toBeVisible();
    await expect.element(locateField('Title')).toHaveValue('Basics 1.4');
    expect(address()).toBe('/admin/release-notes/create');
  });
});

describe('the form warns before unsaved values are lost, and restores them', () => {
  test('leaving the form asks for confirmation if a value has changed, and not otherwise', async () => {
    const { address } = await openForm();
    await locateField('Title').fill('Basics 1.4');
    await page.getByRole('link', { name: 'Cancel' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(locateField('Title')).toHaveValue('Basics 1.4');
    await locateField('Title').fill('');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('/admin/release-notes');
  });

  test('“Save and leave” shows what is missing, and otherwise saves the note and opens the other page', async () => {
    const { server, address } = await openForm();
    const saveAndLeave = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Save and leave' }).click();
    };
    await locateField('Title').fill('Basics 1.4');
    await saveAndLeave();
    await expect.element(page.getByText('Version is required.').first()).toBeVisible();
    expect(address()).toBe('/admin/release-notes/create');
    await fillForm();
    await saveAndLeave();
    await expect.poll(address).toBe('/admin/release-notes');
    expect(server.requests(releaseNotes.create).map(({ body }) => body)).toEqual([
      { ...filledValues, status: 'draft' },
    ]);
  });

  test('unsaved values are restored when the form is opened again, and can be discarded', async () => {
    const portal = await openForm();
    await fillForm();
    await leaveAndReturn(portal, '/admin/release-notes/create');
    await expect.element(restoredNotice).toBeVisible();
    await expect.element(page.getByText(/^This browser saved them on/)).toBeVisible();
    await expect.element(locateField('Title')).toHaveValue('Basics 1.4');
    await expect.element(locateField('Description')).toHaveValue('Several **floors**.');
    await expectAccessible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(locateField('Title')).toHaveValue('');
    await expect.element(restoredNotice).not.toBeInTheDocument();
    expect(Object.keys(localStorage).filter((name) => name.startsWith('releaseNoteDraft'))).toEqual([]);
  });

  test('saved values are not restored as unsaved changes', async () => {
    const { router, address } = await openForm();
    await fillForm();
    expect(Object.keys(localStorage)).toContain('releaseNoteDraft:42:new');
    await saveButton.click();
    await expect.element(locateTitle('Basics 1.4')).toBeVisible();
    expect(address()).toBe('/admin/release-notes/50');
    expect(Object.keys(localStorage)).not.toContain('releaseNoteDraft:42:new');
    await router.navigate({ to: '/admin/release-notes/create' });
    await expect.element(locateField('Title')).toHaveValue('');
    expect(restoredNotice.elements()).toEqual([]);
  });

  test('unsaved values are restored only for the same note and the same user', async () => {
    localStorage.setItem('releaseNoteDraft:42:1', 'not ours');
    const portal = await openForm();
    await locateField('Title').fill('of the new one');
    await leaveAndReturn(portal, editPath);
    await expect.element(locateField('Title')).toHaveValue(storedNote.title);
    expect(restoredNotice.elements()).toEqual([]);
    expect(Object.keys(localStorage)).toContain('releaseNoteDraft:42:new');
    expect(Object.keys(localStorage)).not.toContain('releaseNoteDraft:7:new');
  });
});

describe('authors change an existing note', () => {
  test('a change is sent with the row version that was read (T157)', async () => {
    const { server, address } = await openForm(editPath);
    await expect.element(locateTitle(`Edit ${storedNote.title}`)).toBeVisible();
    await expect.element(locateField('Description')).toHaveValue(storedNote.description);
    await expectAccessible();
    await locateField('Version').fill('1.3.1');
    await page.getByRole('radio', { name: 'Published' }).click();
    await saveButton.click();
    await expect.poll(address).toBe('/admin/release-notes/1');
    const { releaseId: _, ...values } = storedNote;
    expect(server.requests(releaseNotes.update).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
      { ...values, id: 1, version: '1.3.1', status: 'published', rowVersion: 1 },
    ]);
    await expect.element(page.getByText(`“${storedNote.title}” published`)).toBeVisible();
  });

  test('after a change by another user, the latest version is loaded and the typed values stay', async () => {
    const { server, address } = await openForm(editPath, (fakeServer) =>
      fakeServer.answer(releaseNotes.update, () => createRefusal('STALE')),
    );
    await locateField('Title').fill('Mine');
    await saveButton.click();
    await expect
      .element(page.getByRole('main').getByRole('alert'))
      .toMatchTextContent(/Someone else has changed this release note/);
    server.answer(releaseNotes.get, () => ({ ...storedNote, title: 'Theirs', version: '9.9', rowVersion: 5 }));
    server.answer(releaseNotes.update, ({ body }) => Object.assign(createNote(), body, { rowVersion: 6 }));
    await page.getByRole('button', { name: 'Load latest version' }).click();
    await expect.element(page.getByText('The latest version is loaded. Your changes are kept.')).toBeVisible();
    await expect.element(locateField('Title')).toHaveValue('Mine');
    await expect.element(locateField('Version')).toHaveValue('9.9');
    await saveButton.click();
    await expect.poll(address).toBe('/admin/release-notes/1');
    expect(server.requests(releaseNotes.update).at(-1)?.body).toMatchObject({
      title: 'Mine',
      version: '9.9',
      rowVersion: 5,
    });
  });

  test('the values of a restored draft are saved with the version that the note had when they were typed', async () => {
    const portal = await openForm(editPath);
    await locateField('Title').fill('Mine');
    portal.server.answer(releaseNotes.get, () => ({ ...storedNote, version: '9.9', rowVersion: 5 }));
    await leaveAndReturn(portal, editPath);
    await expect.element(restoredNotice).toBeVisible();
    await saveButton.click();
    await expect.poll(() => portal.server.requests(releaseNotes.update).at(-1)?.body.rowVersion).toBe(1);
  });
});
