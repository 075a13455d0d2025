import { createTooLongMessage } from '@basics/contract/first-words.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNote } from '#portal/testing/release-notes.ts';

const known = createNote({ status: 'draft' });

const open = (at = '/admin/release-notes/create', answers: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at,
    user: createUser('Administrator'),
    answers: (server) => {
      answerNotes(server, known);
      answers(server);
    },
  });
type Opened = Awaited<ReturnType<typeof open>>;

const editing = '/admin/release-notes/1/edit';
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const date = page.getByLabelText('Release date');
const save = page.getByRole('button', { name: 'Save' });
const preview = page.getByRole('region', { name: 'Preview' });
const kept = page.getByText('Unsaved changes restored');
const locateTitle = (name: string) => page.getByRole('heading', { level: 1, name });

async function fillIn(): Promise<void> {
  await field('Title').fill('Basics 1.4');
  await field('Version').fill('1.4.0');
  await date.fill('2026-04-01');
  await field('Description').fill('Several **floors**.');
}
const filled = {
  title: 'Basics 1.4',
  version: '1.4.0',
  releaseDate: '2026-04-01',
  description: 'Several **floors**.',
};

/** Leaves the form without saving and opens it again. */
async function leaveAndReturn({ router }: Opened, to: string): Promise<void> {
  void router.navigate({ to: '/admin/release-notes' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(locateTitle('Release Notes')).toBeVisible();
  void router.navigate({ to });
}

describe('a new note', () => {
  test('a new note starts as a draft of today and shows its required fields', async () => {
    const { server } = await open();
    await expect.element(locateTitle('Add release note')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Draft' })).toBeChecked();
    await expect.element(date).not.toHaveValue('');
    await expect.element(preview).toMatchTextContent(/No title yet.*Nothing to preview yet/);
    await date.fill('');
    await save.click();
    await expect.element(field('Title')).toHaveAccessibleDescription(words.title);
    await expect.element(field('Version')).toHaveAccessibleDescription(words.version);
    await expect.element(date).toHaveAccessibleDescription(words.date);
    await expect.element(field('Description')).toHaveAccessibleDescription(new RegExp(words.description));
    await expect.element(field('Title')).toHaveFocus();
    const summary = page.getByRole('main').getByRole('alert');
    await summary.getByRole('button', { name: words.date }).click();
    await expect.element(date).toHaveFocus();
    await expectAccessible();
    expect(server.requests(releaseNotes.create)).toEqual([]);
  });

  test('the preview is shown beside the form while the user types', async () => {
    await open();
    await fillIn();
    await expect.element(preview.getByRole('heading', { name: 'Basics 1.4' })).toBeVisible();
    await expect.element(preview).toMatchTextContent(/Version 1\.4\.0.*1 April 2026.*Several floors\./);
    await expect.element(preview.getByRole('strong')).toHaveTextContent('floors');
    await field('Description').fill('<img src=x onerror="window.ran=1">');
    await expect.element(preview).toMatchTextContent('<img src=x onerror="window.ran=1">');
    expect(preview.element().querySelector('img')).toBeNull();
    await expectAccessible();
  });

  test('the note is saved once as a draft and shown', async () => {
    const { server, address } = await open();
    await fillIn();
    await save.dblClick();
    await expect.poll(address).toBe('/admin/release-notes/50');
    expect(server.requests(releaseNotes.create).map(({ body }) => body)).toEqual([{ ...filled, status: 'draft' }]);
    await expect.element(page.getByText('“Basics 1.4” saved')).toBeVisible();
    await expect.element(locateTitle('Basics 1.4')).toBeVisible();
  });

  test('the note can be published by keyboard', async () => {
    const { server, address } = await open();
    await fillIn();
    await page.getByRole('radio', { name: 'Published' }).click();
    await field('Description').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(address).toBe('/admin/release-notes/50');
    expect(server.requests(releaseNotes.create)[0]?.body.status).toBe('published');
    await expect.element(page.getByText('“Basics 1.4” published')).toBeVisible();
  });

  test('a failed save keeps the typed values', async () => {
    const { server, address } = await open('/admin/release-notes/create', (at) =>
      at.answer(releaseNotes.create, () => createRefusal('INVALID', { fields: { version: createTooLongMessage(80) } })),
    );
    await fillIn();
    await save.click();
    await expect.element(field('Version')).toHaveAccessibleDescription(createTooLongMessage(80));
    server.loseConnection(releaseNotes.create);
    await save.click();
    await expect.element(page.getByText('The release note was not saved')).toBeVisible();
    await expect.element(field('Title')).toHaveValue('Basics 1.4');
    expect(address()).toBe('/admin/release-notes/create');
  });
});

describe('unsaved values', () => {
  test('leaving with changes asks for confirmation, but not without changes', async () => {
    const { address } = await open();
    await field('Title').fill('Basics 1.4');
    await page.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(field('Title')).toHaveValue('Basics 1.4');
    await field('Title').fill('');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect.poll(address).toBe('/admin/release-notes');
  });

  test('unsaved values return when the form is opened again, and can be discarded', async () => {
    const portal = await open();
    await fillIn();
    await leaveAndReturn(portal, '/admin/release-notes/create');
    await expect.element(kept).toBeVisible();
    await expect.element(page.getByText(/^This browser saved them on/)).toBeVisible();
    await expect.element(field('Title')).toHaveValue('Basics 1.4');
    await expect.element(field('Description')).toHaveValue('Several **floors**.');
    await expectAccessible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(field('Title')).toHaveValue('');
    await expect.element(kept).not.toBeInTheDocument();
    expect(Object.keys(localStorage).filter((name) => name.startsWith('releaseNoteDraft'))).toEqual([]);
  });

  test('saved values are not kept as unsaved', async () => {
    const { router, address } = await open();
    await fillIn();
    expect(Object.keys(localStorage)).toContain('releaseNoteDraft:42:new');
    await save.click();
    await expect.element(locateTitle('Basics 1.4')).toBeVisible();
    expect(address()).toBe('/admin/release-notes/50');
    expect(Object.keys(localStorage)).not.toContain('releaseNoteDraft:42:new');
    await router.navigate({ to: '/admin/release-notes/create' });
    await expect.element(field('Title')).toHaveValue('');
    expect(kept.elements()).toEqual([]);
  });

  test('unsaved values belong to one note and one user', async () => {
    localStorage.setItem('releaseNoteDraft:42:1', 'not ours');
    const portal = await open();
    await field('Title').fill('of the new one');
    await leaveAndReturn(portal, editing);
    await expect.element(field('Title')).toHaveValue(known.title);
    expect(kept.elements()).toEqual([]);
    expect(Object.keys(localStorage)).toContain('releaseNoteDraft:42:new');
    expect(Object.keys(localStorage)).not.toContain('releaseNoteDraft:7:new');
  });
});

describe('an existing note', () => {
  test('a change is sent with the row version that was read', async () => {
    const { server, address } = await open(editing);
    await expect.element(locateTitle(`Edit ${known.title}`)).toBeVisible();
    await expect.element(field('Description')).toHaveValue(known.description);
    await expectAccessible();
    await field('Version').fill('1.3.1');
    await page.getByRole('radio', { name: 'Published' }).click();
    await save.click();
    await expect.poll(address).toBe('/admin/release-notes/1');
    const { releaseId: _, ...values } = known;
    expect(server.requests(releaseNotes.update).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
      { ...values, id: 1, version: '1.3.1', status: 'published', rowVersion: 1 },
    ]);
    await expect.element(page.getByText(`“${known.title}” published`)).toBeVisible();
  });

  test('the version of another user is loaded below the typed values', async () => {
    const { server, address } = await open(editing, (at) =>
      at.answer(releaseNotes.update, () => createRefusal('STALE')),
    );
    await field('Title').fill('Mine');
    await save.click();
    await expect
      .element(page.getByRole('main').getByRole('alert'))
      .toMatchTextContent(/Someone else has changed this release note/);
    server.answer(releaseNotes.get, () => ({ ...known, title: 'Theirs', version: '9.9', rowVersion: 5 }));
    server.answer(releaseNotes.update, ({ body }) => createNote({ ...body, rowVersion: 6 }));
    await page.getByRole('button', { name: 'Load latest version' }).click();
    await expect.element(page.getByText('The latest version is loaded. Your changes are kept.')).toBeVisible();
    await expect.element(field('Title')).toHaveValue('Mine');
    await expect.element(field('Version')).toHaveValue('9.9');
    await save.click();
    await expect.poll(address).toBe('/admin/release-notes/1');
    expect(server.requests(releaseNotes.update).at(-1)?.body).toMatchObject({
      title: 'Mine',
      version: '9.9',
      rowVersion: 5,
    });
  });

  test('unsaved values in the browser do not overwrite a newer version', async () => {
    const portal = await open(editing);
    await field('Title').fill('Mine');
    portal.server.answer(releaseNotes.get, () => ({ ...known, version: '9.9', rowVersion: 5 }));
    await leaveAndReturn(portal, editing);
    await expect.element(kept).toBeVisible();
    await save.click();
    await expect.poll(() => portal.server.requests(releaseNotes.update).at(-1)?.body.rowVersion).toBe(1);
  });

  test('the form fits into a window of 320 px', async () => {
    await page.viewport(320, 800);
    await open(editing);
    await expect.element(field('Title')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});
