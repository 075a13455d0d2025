import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createNotePage, createNote } from '#portal/testing/records/release-notes.ts';
import { readFirstBlock } from './newest-release-note.tsx';

const openHome = (prepareServer: (server: FakeServer) => void) =>
  openPortal({
    at: '/',
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });

const noteCard = page.getByRole('region', { name: 'What is new' });

test('Home shows the beginning of the newest note and a link to all notes', async () => {
  const { server, address } = await openHome((fakeServer) =>
    fakeServer.answer(releaseNotes.list, () => createNotePage(createNote())),
  );
  await expect.element(noteCard.getByRole('heading', { level: 3 })).toHaveTextContent('Basics 1.3: price lists');
  await expect.element(noteCard.getByRole('strong')).toHaveTextContent('prices');
  await expect.element(noteCard).not.toMatchTextContent(/Dark appearance/);
  expect(server.requests(releaseNotes.list)[0]?.body).toMatchObject({ pageNumber: 1, pageSize: 1 });
  await expectAccessible();
  await expect
    .element(noteCard.getByRole('link', { name: 'All release notes' }))
    .toHaveAttribute('href', '/release-notes');
  server.answer(releaseNotes.get, () => createNote());
  await noteCard.getByRole('link', { name: 'Read this release note' }).click();
  await expect.poll(address).toBe('/release-notes/1');
});

test('Home shows no note while none is published', async () => {
  const { server } = await openHome((fakeServer) => fakeServer.answer(releaseNotes.list, () => createNotePage()));
  await expect.poll(() => server.requests(releaseNotes.list).length).toBe(1);
  await expect.element(noteCard).not.toBeInTheDocument();
});

test('a failed request can be retried, and the other parts of Home are shown', async () => {
  const { server } = await openHome((fakeServer) =>
    fakeServer.answer(releaseNotes.list, () => createRefusal('INTERNAL')),
  );
  await expect.element(noteCard).toMatchTextContent(/Failed to fetch Release Notes/);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible();
  server.answer(releaseNotes.list, () => createNotePage(createNote()));
  await noteCard.getByRole('button', { name: 'Try again' }).click();
  await expect.element(noteCard).toMatchTextContent(/price lists/);
});

test.each([
  ['a\nb\n\nc', 'a\nb'],
  ['## New\n\na\n\nb', '## New\n\na'],
  ['## New\n- a\n\nb', '## New\n- a'],
  ['\n\na', 'a'],
  ['', ''],
])('the first block of %j is %j', (markdown, firstBlock) => {
  expect(readFirstBlock(markdown)).toBe(firstBlock);
});
