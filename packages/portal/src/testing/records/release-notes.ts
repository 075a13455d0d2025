import { bulkReleaseNotes } from '@basics/contract/calls/bulk.ts';
import { releaseNotes, type ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { createRefusal, type FakeServer } from '../fake-server.ts';

/** Creates a release note, by default a published one. */
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

/** Answers the calls about release notes: the server has these notes, searches their titles, and stores changes. */
export function answerNotes(server: FakeServer, ...notes: ReleaseNote[]): void {
  const findNotes = (keyword: string, status: ReleaseNote['status'] | undefined) =>
    createNotePage(
      ...notes.filter(
        (note) => [note.status, undefined].includes(status) && note.title.toLowerCase().includes(keyword.toLowerCase()),
      ),
    );
  server.answer(releaseNotes.list, ({ body }) => findNotes(body.keyword, 'published'));
  server.answer(releaseNotes.search, ({ body }) => findNotes(body.keyword, body.status));
  server.answer(
    releaseNotes.get,
    ({ params }) => notes.find(({ releaseId }) => releaseId === params.id) ?? createRefusal('RESULTS_NOT_FOUND'),
  );
  server.answer(releaseNotes.create, ({ body }) => createNote({ releaseId: 50, ...body }));
  server.answer(releaseNotes.update, ({ params, body: { rowVersion = 0, ...body } }) =>
    Object.assign(createNote({ releaseId: params.id, rowVersion: rowVersion + 1 }), body),
  );
  server.answer(releaseNotes.remove, () => undefined);
  server.answer(bulkReleaseNotes.previewDeletion, ({ body }) => ({
    results: body.map((id) => ({ id, outcome: 'done' as const, effect: 'deleted' as const })),
  }));
  server.answer(releaseNotes.removeMany, ({ body }) => ({
    results: body.map((id) => ({ id, outcome: 'deleted' as const })),
  }));
}
