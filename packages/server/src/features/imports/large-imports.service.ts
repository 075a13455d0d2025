import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { LargeImport, largeImports } from '@basics/contract/imports.ts';
import type { Database, Trx } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/writing.ts';
import { emptyReport, readReport, toBrief, toLargeImport } from './large-import-report.ts';
import {
  changeImport,
  deleteParts,
  findImport,
  findNewestImports,
  insertImport,
  lockImport,
  storePart,
} from './large-imports.repository.ts';
import type { LargeImportRow } from './large-imports.repository.ts';

/** `wakeImports` makes the process look for imports to work on. */
type Dependencies = { database: Database; clock: Clock; wakeImports: () => void };
type Caller = { actor: Actor; origin: Origin };

/** Imports that are listed. */
const listed = 10;

/** Files that administrators import in the background: the file comes in parts, is checked, and written when they confirm. */
export function largeImportsService({ database, clock, wakeImports }: Dependencies) {
  /** Changes an import in one of these states. Throws RESULTS_NOT_FOUND, and STALE in any other state. */
  const change = async (
    id: number,
    states: readonly LargeImportRow['state'][],
    verb: (trx: Trx, found: LargeImportRow) => Promise<LargeImportRow>,
  ): Promise<LargeImport> => {
    const changed = await database.transact(async (trx) => {
      const found = await lockImport(trx, id);
      if (!found) throw problem('RESULTS_NOT_FOUND');
      if (!states.includes(found.state)) throw problem('STALE');
      return verb(trx, found);
    });
    wakeImports();
    return toLargeImport(changed);
  };

  return {
    async create({ actor, origin }: Caller, body: Body<typeof largeImports.create>): Promise<LargeImport> {
      const by = { startedBy: actor.userId, requestId: origin.requestId, at: clock() };
      return toLargeImport(await insertImport(database.kysely, body, by));
    },

    addPart: (id: number, { number, text }: Body<typeof largeImports.addPart>) =>
      change(id, ['receiving'], async (trx, { total }) => {
        if (number > total) throw problem('STALE');
        const done = await storePart(trx, id, number, text);
        return changeImport(trx, id, done === total ? { done: 0, state: 'checking' } : { done });
      }),

    async get(id: number): Promise<LargeImport> {
      const found = await findImport(database.kysely, id);
      if (!found) throw problem('RESULTS_NOT_FOUND');
      return toLargeImport(found);
    },

    async list(): Promise<Reply<typeof largeImports.list>> {
      return { items: (await findNewestImports(database.kysely, listed)).map(toBrief) };
    },

    start: (id: number) =>
      change(id, ['checked'], async (trx, found) => {
        const report = readReport(found);
        if (!report || report.errors.length > 0) throw problem('STALE');
        const written = JSON.stringify({ ...emptyReport, ignoredColumns: report.ignoredColumns });
        return changeImport(trx, id, { state: 'writing', done: 0, total: report.rows, report: written });
      }),

    cancel: ({ actor, origin }: Caller, id: number) =>
      change(id, ['receiving', 'checking', 'checked', 'writing'], async (trx, found) => {
        const at = clock();
        const cancelled = await changeImport(trx, id, { state: 'cancelled', finishedAt: at, leasedUntil: null });
        await deleteParts(trx, id);
        const { rows = 0, created = 0, changed = 0 } = (found.state === 'writing' && readReport(found)) || {};
        const subject = { kind: 'import', id: found.kind } as const;
        const after = { rows, created, changed };
        await recordAction(trx, { actor, origin, at }, { action: 'import.cancel', subject, after });
        return cancelled;
      }),
  };
}

export type LargeImportsService = ReturnType<typeof largeImportsService>;
