import { releaseNotes } from '@basics/contract/release-notes.ts';
import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { createRefusal } from './fake-server.ts';
import type { FakeServer } from './fake-server.ts';

/** By default a published note. */
export const createNote = (change: Partial<ReleaseNote> = {}): ReleaseNote => ({
  releaseId: 1,
  title: 'Basics 1.3: price lists',
  description: 'A parts list can show **prices**.\n\n## Also new\n- Dark appearance',
  version: '1.3.0',
  releaseDate: '2026-03-01',
  status: 'published',
  rowVersion: 1,
  ...change,
});

export const createNotePage = (...items: ReleaseNote[]) => ({
  items,
  total: items.length,
  pageNumber: 1,
  pageSize: 100,
});

/** A server that has these notes, searches their titles, and stores what is written. */
export function answerNotes(server: FakeServer, ...all: ReleaseNote[]): void {
  const among = (keyword: string, status: ReleaseNote['status'] | undefined) =>
    createNotePage(
      ...all.filter(
        (note) => [note.status, undefined].includes(status) && note.title.toLowerCase().includes(keyword.toLowerCase()),
      ),
    );
  server.answer(releaseNotes.list, ({ body }) => among(body.keyword, 'published'));
  server.answer(releaseNotes.search, ({ body }) => among(body.keyword, body.status));
  server.answer(
    releaseNotes.get,
    ({ params }) => all.find(({ releaseId }) => releaseId === params.id) ?? createRefusal('RESULTS_NOT_FOUND'),
  );
  server.answer(releaseNotes.create, ({ body }) => createNote({ releaseId: 50, ...body }));
  server.answer(releaseNotes.update, ({ params, body: { rowVersion = 0, ...body } }) =>
    createNote({ releaseId: params.id, ...body, rowVersion: rowVersion + 1 }),
  );
  server.answer(releaseNotes.remove, () => undefined);
  server.answer(releaseNotes.removeMany, ({ body }) => ({
    results: body.map((id) => ({ id, outcome: 'deleted' as const })),
  }));
}
