import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { setBrowserLocale } from '#portal/testing/browser-locale.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNotePage, createNote } from '#portal/testing/records/release-notes.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';

const newestNote = createNote({ releaseId: 3, title: 'Basics 1.4', version: '1.4.0', releaseDate: '2026-04-01' });
const olderNote = createNote();
const draftNote = createNote({ releaseId: 4, title: 'Basics 1.5', status: 'draft' });

type OpenOptions = { at?: string; user?: ReturnType<typeof createUser>; prepareServer?: (server: FakeServer) => void };

const openNotes = ({ at = '/release-notes', prepareServer = () => {}, ...opening }: OpenOptions = {}) =>
  openPortal({
    at,
    ...opening,
    prepareServer: (server) => {
      answerNotes(server, newestNote, olderNote, draftNote);
      prepareServer(server);
    },
  });

const locateNote = (name: string) => page.getByRole('article', { name });
const locateTitle = (name: string) => page.getByRole('heading', { level: 1, name });

/** Simulates closing the tab, so that a new visit begins. */
const endVisit = (): void => sessionStorage.clear();

describe('everyone can read all release notes', () => {
  test('visitors can read the formatted notes without signing in (T156)', async () => {
    await openNotes();
    await expect.element(locateTitle('Release notes')).toBeVisible();
    await expect.element(locateNote('Basics 1.4')).toMatchTextContent(/Version 1\.4\.0.*1 April 2026.*prices/);
    await expect
      .element(locateNote('Basics 1.3: price lists').getByRole('heading', { level: 3 }))
      .toHaveTextContent('Also new');
    expect(page.getByRole('article').elements()).toHaveLength(2);
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Manage release notes' }).elements()).toEqual([]);
    await expect.poll(() => document.title).toMatch(/^Release notes/);
    await expectAccessible();
  });

  test('the notes are in English, with English dates, in a German browser (T155)', async () => {
    await setBrowserLocale('de-DE');
    expect(new Intl.DateTimeFormat(undefined, { month: 'long' }).format(new Date('2026-03-01T12:00Z'))).toBe('März');
    await openNotes();
    await expect.element(locateTitle('Release notes')).toBeVisible();
    await expect.element(locateNote('Basics 1.3: price lists')).toMatchTextContent(/Version 1\.3\.0.*1 March 2026/);
  });

  test('a signed-in user sees the notes with the menu of the portal', async () => {
    await openNotes({ user: createUser('OEM') });
    await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await expect.element(locateNote('Basics 1.4')).toBeVisible();
  });

  test('authors see a link to the page where they edit notes', async () => {
    const { address } = await openNotes({ user: createUser('Administrator') });
    await page.getByRole('link', { name: 'Manage release notes' }).click();
    await expect.poll(address).toBe('/admin/release-notes');
  });

  test('the footer of every page links to the notes', async () => {
    const { address } = await openNotes({ at: '/sign-in' });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Release notes' }).click();
    await expect.poll(address).toBe('/release-notes');
  });

  test('the page has a visible link to the feed and a link element for feed readers', async () => {
    await openNotes();
    await expect.element(page.getByRole('link', { name: 'Feed' })).toHaveAttribute('href', '/release-notes/feed.xml');
    const feedLink = document.head.querySelector('link[rel=alternate]');
    expect(feedLink?.getAttribute('href')).toBe('/release-notes/feed.xml');
    expect(feedLink?.getAttribute('type')).toBe('application/atom+xml');
  });

  test('scripts in notes do not run', async () => {
    const noteWithScript = createNote({
      title: '<b>x</b>',
      description: '<img src=x onerror="window.ran=1"> [x](javascript:window.ran=1)',
    });
    await openNotes({
      prepareServer: (server) => server.answer(releaseNotes.list, () => createNotePage(noteWithScript)),
    });
    await expect.element(locateNote('<b>x</b>')).toMatchTextContent('<img src=x onerror="window.ran=1"> x');
    expect(locateNote('<b>x</b>').element().querySelectorAll('img, b, [href^=javascript]')).toHaveLength(0);
    expect(Reflect.get(window, 'ran')).toBeUndefined();
  });

  test('the notes can be searched, and the address of the page contains the keyword', async () => {
    const { server, address } = await openNotes();
    await page.getByRole('searchbox', { name: 'Search release notes' }).fill('price');
    await expect.element(page.getByText('1 release note found')).toBeInTheDocument();
    expect(page.getByRole('article').elements()).toHaveLength(1);
    expect(address()).toBe('/release-notes?keyword=price');
    expect(server.requests(releaseNotes.list).at(-1)?.body).toMatchObject({ keyword: 'price', pageSize: 100 });
    await page.getByRole('searchbox').fill('nowhere');
    await expect.element(page.getByText('Results not found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.element(locateNote('Basics 1.4')).toBeVisible();
    expect(address()).toBe('/release-notes');
  });

  test('more than a hundred notes are split into pages', async () => {
    const { server, address } = await openNotes({
      prepareServer: (fakeServer) =>
        fakeServer.answer(releaseNotes.list, ({ body }) => ({
          ...createNotePage(...(body.pageNumber < 3 ? [createNote({ releaseId: body.pageNumber })] : [])),
          total: 101,
          pageNumber: body.pageNumber,
        })),
    });
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(address).toBe('/release-notes?pageNumber=2');
    expect(server.requests(releaseNotes.list).at(-1)?.body.pageNumber).toBe(2);
    await expect.element(page.getByText('101–101')).toBeVisible();
  });

  test('a page beyond the last one is replaced by the last page', async () => {
    const { address } = await openNotes({
      at: '/release-notes?pageNumber=9',
      prepareServer: (server) =>
        server.answer(releaseNotes.list, ({ body: { pageNumber } }) => ({
          ...createNotePage(...(pageNumber === 1 ? [newestNote] : [])),
          total: 1,
          pageNumber,
        })),
    });
    await expect.element(locateNote('Basics 1.4')).toBeVisible();
    expect(address()).toBe('/release-notes');
  });

  test('notes that cannot be loaded show an error and can be loaded again (T153)', async () => {
    const { server } = await openNotes({
      prepareServer: (fakeServer) => fakeServer.answer(releaseNotes.list, () => createRefusal('INTERNAL')),
    });
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Release Notes/);
    await expectAccessible();
    server.answer(releaseNotes.list, () => createNotePage(newestNote));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(locateNote('Basics 1.4')).toBeVisible();
  });

  test('an empty list shows a message', async () => {
    await openNotes({ prepareServer: (server) => server.answer(releaseNotes.list, () => createNotePage()) });
    await expect.element(page.getByText('No release notes yet')).toBeVisible();
    await expectAccessible();
  });

  test('while the notes are loading, screen readers announce it', async () => {
    await openNotes({ prepareServer: (server) => server.answer(releaseNotes.list, () => new Promise(() => {})) });
    await expect.element(page.getByText('Loading')).toBeInTheDocument();
    await expectAccessible();
  });
});

describe('notes since the last visit are marked', () => {
  const locateNewBadges = () => page.getByText('New', { exact: true });

  test('the first visit marks no note as new', async () => {
    await openNotes();
    await expect.element(locateNote('Basics 1.4')).toBeVisible();
    expect(locateNewBadges().elements()).toEqual([]);
  });

  test('a new note is marked until the end of the visit, and not on the next visit', async () => {
    const portal = await openNotes({
      prepareServer: (server) => server.answer(releaseNotes.list, () => createNotePage(olderNote)),
    });
    await expect.element(locateNote('Basics 1.3: price lists')).toBeVisible();
    endVisit();
    portal.server.answer(releaseNotes.list, () => createNotePage(newestNote, olderNote));
    const visitNotes = async (): Promise<void> => {
      await portal.router.navigate({ to: '/sign-in' });
      await portal.router.navigate({ to: '/release-notes' });
      await expect.element(locateNote('Basics 1.4')).toBeVisible();
    };
    await visitNotes();
    await expect.element(page.getByText('1 new release note since your last visit')).toBeVisible();
    await expect.element(locateNote('Basics 1.4').getByText('New', { exact: true })).toBeVisible();
    expect(locateNewBadges().elements()).toHaveLength(1);
    await visitNotes();
    expect(locateNewBadges().elements()).toHaveLength(1);
    endVisit();
    await visitNotes();
    expect(locateNewBadges().elements()).toEqual([]);
  });

  test('after a newer note is deleted, an older note is not marked as new', async () => {
    localStorage.setItem('releaseNotesSeen', JSON.stringify({ ids: [3], from: '2026-04-01' }));
    await openNotes();
    await expect.element(locateNote('Basics 1.3: price lists')).toBeVisible();
    expect(locateNewBadges().elements()).toEqual([]);
  });

  test.each(['{', '[]', '{"ids":"all","from":1}', ''])(
    'if the browser has stored the invalid text %j, no note is marked as new',
    async (storedData) => {
      localStorage.setItem('releaseNotesSeen', storedData);
      await openNotes();
      await expect.element(locateNote('Basics 1.4')).toBeVisible();
      expect(locateNewBadges().elements()).toEqual([]);
    },
  );
});

describe('one note has its own address', () => {
  test('the list links to the page of a note, which links back to the list (T154)', async () => {
    const { address } = await openNotes();
    await page.getByRole('link', { name: 'Basics 1.4' }).click();
    await expect.poll(address).toBe('/release-notes/3');
    await expect.element(locateTitle('Basics 1.4')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 2, name: 'Also new' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'All release notes' }).click();
    await expect.poll(address).toBe('/release-notes');
  });

  test('the address of a note opens its page for a signed-in user', async () => {
    await openNotes({ at: '/release-notes/1', user: createUser('OEM') });
    await expect.element(locateTitle('Basics 1.3: price lists')).toBeVisible();
    await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Edit' }).elements()).toEqual([]);
  });

  test('a note shows its version unless its title says it', async () => {
    await openNotes({
      prepareServer: (server) =>
        answerNotes(
          server,
          createNote({ releaseId: 5, title: 'Basics 11.4 for Windows', version: '1.4' }),
          createNote({ releaseId: 6, title: 'Basics 1.4: rails', version: '1.4' }),
        ),
    });
    await expect.element(locateNote('Basics 11.4 for Windows').getByText('Version 1.4')).toBeVisible();
    await expect.element(locateNote('Basics 1.4: rails')).toBeVisible();
    expect(locateNote('Basics 1.4: rails').getByText('Version 1.4').elements()).toEqual([]);
  });

  test('a draft is marked as a draft', async () => {
    await openNotes({ at: '/release-notes/4', user: createUser('Administrator') });
    await expect
      .element(page.getByText('This is a draft. Only users with access to drafts can read it.'))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Edit' }))
      .toHaveAttribute('href', '/admin/release-notes/4/edit');
  });

  test('the page of a note that does not exist shows a message and a link to all notes', async () => {
    const { address } = await openNotes({ at: '/release-notes/99' });
    await expect.element(locateTitle('Release note not found')).toBeVisible();
    await page.getByRole('link', { name: 'All release notes' }).click();
    await expect.poll(address).toBe('/release-notes');
  });

  test('an invalid address of a note shows a message and sends no API call', async () => {
    const { server } = await openNotes({ at: '/release-notes/latest' });
    await expect.element(locateTitle('Release note not found')).toBeVisible();
    expect(server.requests(releaseNotes.get)).toEqual([]);
  });

  test('a note that cannot be loaded shows an error and can be loaded again', async () => {
    const { server } = await openNotes({
      at: '/release-notes/3',
      prepareServer: (fakeServer) => fakeServer.answer(releaseNotes.get, () => createRefusal('INTERNAL')),
    });
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/Failed to fetch Release Notes/);
    server.answer(releaseNotes.get, () => newestNote);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(locateTitle('Basics 1.4')).toBeVisible();
  });
});

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

test('Home shows the title of the newest note, which opens it', async () => {
  const { server, address } = await openHome((fakeServer) =>
    fakeServer.answer(releaseNotes.list, () => createNotePage(createNote())),
  );
  await expect.element(noteCard).toMatchTextContent(/Version 1\.3/);
  expect(server.requests(releaseNotes.list)[0]?.body).toMatchObject({ pageNumber: 1, pageSize: 1 });
  await expectAccessible();
  server.answer(releaseNotes.get, () => createNote());
  await noteCard.getByRole('link', { name: 'Basics 1.3: price lists' }).click();
  await expect.poll(address).toBe('/release-notes/1');
});

test('Home shows no note while none is published', async () => {
  const { server } = await openHome((fakeServer) => fakeServer.answer(releaseNotes.list, () => createNotePage()));
  await expect.poll(() => server.requests(releaseNotes.list).length).toBe(1);
  await expect.element(noteCard).not.toBeInTheDocument();
});

test('a failed request can be retried, and the other parts of Home are shown (T152)', async () => {
  const { server } = await openHome((fakeServer) =>
    fakeServer.answer(releaseNotes.list, () => createRefusal('INTERNAL')),
  );
  await expect.element(noteCard).toMatchTextContent(/Failed to fetch Release Notes/);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Get your first licence.' })).toBeVisible();
  server.answer(releaseNotes.list, () => createNotePage(createNote()));
  await noteCard.getByRole('button', { name: 'Try again' }).click();
  await expect.element(noteCard).toMatchTextContent(/price lists/);
});
