import { limits } from '@basics/contract/limits.ts';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { ReleaseNote, releaseNotes } from '@basics/contract/release-notes.ts';
import type { Database } from '#server/database/database.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import { restorableMs } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { previewDeletion } from '#server/platform/bulk.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { createAtomFeed, maxFeedEntries } from './atom-feed.ts';
import type { Feed } from './atom-feed.ts';
import { createNotesExport } from './export-notes.ts';
import { findDeletedNotes } from './notes-bin.repository.ts';
import { findNote, findNotes } from './release-notes.repository.ts';
import type { NoteRow } from './release-notes.repository.ts';
import { changeNote, createNote, removeNotes, restoreNote } from './write-note.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  publicUrl: string;
  /** Finds the setup of the portal, with the brand, for a host name. */
  setupOf: (host: string) => Promise<PortalSetup>;
};

/** Serves the release notes. Everyone can read published notes; only staff with the permission see drafts. */
export function releaseNotesService({ database, clock, publicUrl, setupOf }: Dependencies) {
  const db = database.kysely;
  const createContext = (actor: Actor, origin: Origin) => ({ database, actor, origin, at: clock() });

  const search = async (query: Body<typeof releaseNotes.search>): Promise<Reply<typeof releaseNotes.search>> => {
    const page = await findNotes(db, query);
    return { ...page, items: page.items.map(toNote) };
  };

  return {
    search,
    list: (query: Body<typeof releaseNotes.list>) => search({ ...query, status: 'published' }),

    async export(actor: Actor, query: Body<typeof releaseNotes.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'releaseNotes', query });
      return createNotesExport(readDatabase, query, at);
    },

    /** Returns a note. For a user who may not see drafts, a draft is treated as missing. */
    async get(actor: Actor | null, id: number): Promise<ReleaseNote> {
      const row = await findNote(db, id);
      if (!row || (row.status === 'draft' && !canSeeDrafts(actor))) throw problem('RESULTS_NOT_FOUND');
      return toNote(row);
    },

    async create(actor: Actor, note: Body<typeof releaseNotes.create>, origin: Origin): Promise<ReleaseNote> {
      return toNote(await createNote(createContext(actor, origin), note));
    },

    async update(actor: Actor, id: number, note: Body<typeof releaseNotes.update>, origin: Origin) {
      return toNote(await changeNote(createContext(actor, origin), id, note));
    },

    async remove(actor: Actor, id: number, origin: Origin): Promise<undefined> {
      const { results } = await removeNotes(createContext(actor, origin), [id]);
      if (results[0]?.outcome !== 'deleted') throw problem('RESULTS_NOT_FOUND');
      return undefined;
    },

    removeMany: (actor: Actor, ids: readonly number[], origin: Origin) =>
      removeNotes(createContext(actor, origin), ids),

    previewDeletion: (actor: Actor, ids: readonly number[], origin: Origin) =>
      previewDeletion(database, (transaction) =>
        removeNotes({ ...createContext(actor, origin), database: transaction }, ids),
      ),

    async bin(): Promise<Reply<typeof releaseNotes.bin>> {
      const rows = await findDeletedNotes(db, limits.page.max);
      return {
        items: rows.map((row) => {
          const deletedAt = row.deletedAt ?? 0;
          return {
            ...toNote(row),
            deletedAt: new Date(deletedAt).toISOString(),
            keptUntil: new Date(deletedAt + restorableMs).toISOString().slice(0, 10),
          };
        }),
      };
    },

    restore: async (actor: Actor, id: number, origin: Origin): Promise<ReleaseNote> =>
      toNote(await restoreNote(createContext(actor, origin), id)),

    /** Returns an Atom feed of the newest published notes, with the name of the brand that belongs to the host name. */
    async feed(host: string): Promise<Feed> {
      const { brand, brands } = await setupOf(host);
      const page = { pageNumber: 1, pageSize: maxFeedEntries, keyword: '', status: 'published' } as const;
      const { items } = await findNotes(db, page);
      return createAtomFeed({ publicUrl, brand: brands.find(({ id }) => id === brand)?.name ?? brand, notes: items });
    },
  };
}

export type ReleaseNotesService = ReturnType<typeof releaseNotesService>;

const canSeeDrafts = (actor: Actor | null): boolean =>
  actor?.permissions.some(
    (permission) => permission === 'releaseNotes.viewSingle' || permission === 'releaseNotes.view',
  ) ?? false;

const toNote = (row: NoteRow): ReleaseNote => ({
  releaseId: row.id,
  title: row.title,
  description: row.description,
  version: row.version,
  releaseDate: row.releaseDate,
  status: row.status,
  rowVersion: row.rowVersion,
});
