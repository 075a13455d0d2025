import type { Assignment, countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { HandedOver, handOver } from '@basics/contract/hand-over.ts';
import type { Database, Db } from '#server/database/database.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import { countries } from '#server/platform/countries/countries.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { findCoverage, findDeletionImpact } from './coverage.ts';
import { createAssignmentsExport } from './export-assignments.ts';
import { findAssignment, findAssignments, findBrandNames, findSalesmen } from './country-salesmen.repository.ts';
import type { AssignmentRow } from './country-salesmen.repository.ts';
import { handOverTerritory } from './hand-over.ts';
import { findTerritoriesOfSalesmen } from './hand-over.repository.ts';
import { findRecipients } from './recipients.repository.ts';
import type { Recipient } from './recipients.repository.ts';
import { createAssignment, removeAssignment, removeAssignments, replaceAssignment } from './write-assignment.ts';
import type { AssignmentToDelete } from './write-assignment.ts';

type Dependencies = { database: Database; clock: Clock; queueLetter: QueueLetter };

type Search = Body<typeof countrySalesmen.search>;
type AssignmentInput = Body<typeof countrySalesmen.create>;

/**
 * Serves the assignments of salesmen to countries and brands. Users with the permission see all assignments; whether they may change one is
 * checked for each assignment.
 */
export function countrySalesmenService({ database, clock, queueLetter }: Dependencies) {
  const db = database.kysely;
  const createContext = (actor: Actor, origin: Origin) => ({ database, queueLetter, actor, origin, at: clock() });

  const readAssignment = async (id: number): Promise<Assignment> => {
    const row = await findAssignment(db, id);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    return toAssignment(row);
  };

  return {
    get: readAssignment,

    async options(): Promise<Reply<typeof countrySalesmen.options>> {
      const salesmen = await findSalesmen(db);
      return {
        countries: [...countries],
        brands: await findBrandNames(db),
        salesmen: salesmen.map((row) => ({ userId: row.id, firstName: row.firstName, lastName: row.lastName })),
      };
    },

    async search(query: Search): Promise<Reply<typeof countrySalesmen.search>> {
      const page = await findAssignments(db, query);
      return { ...page, items: page.items.map(toAssignment) };
    },

    async export(actor: Actor, query: Body<typeof countrySalesmen.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'assignment', query });
      return createAssignmentsExport(readDatabase, actor, query, at);
    },

    async create(actor: Actor, body: AssignmentInput, origin: Origin): Promise<Assignment> {
      return readAssignment(await createAssignment(createContext(actor, origin), body));
    },

    async update(
      actor: Actor,
      id: number,
      body: Body<typeof countrySalesmen.update>,
      origin: Origin,
    ): Promise<Assignment> {
      await replaceAssignment(createContext(actor, origin), id, body);
      return readAssignment(id);
    },

    async remove(actor: Actor, toDelete: AssignmentToDelete, origin: Origin): Promise<undefined> {
      await removeAssignment(createContext(actor, origin), toDelete);
      return undefined;
    },

    removeMany: (actor: Actor, body: Body<typeof countrySalesmen.removeMany>, origin: Origin) =>
      removeAssignments(
        createContext(actor, origin),
        body.map((row) => (typeof row === 'number' ? { id: row } : row)),
      ),
    territories: () => listTerritories(db),
    handOver: (actor: Actor, body: Body<typeof handOver.handOver>, origin: Origin): Promise<HandedOver> =>
      handOverTerritory(createContext(actor, origin), body),
    impact: (actor: Actor, ids: readonly number[]) => findDeletionImpact(db, actor, ids),
    coverage: (actor: Actor) => findCoverage(db, actor),
    recipient: (request: { country: string; brand: string }): Promise<Recipient> =>
      findRecipients(db, request, clock()),
  };
}

export type CountrySalesmenService = ReturnType<typeof countrySalesmenService>;

async function listTerritories(db: Db): Promise<Reply<typeof handOver.territories>> {
  const rows = await findTerritoriesOfSalesmen(db);
  const items = rows.map(({ status, assignments, users, ...salesman }) => ({
    ...salesman,
    isActive: status === 'active',
    assignments: assignments ?? 0,
    users: users ?? 0,
  }));
  return { items };
}

const toAssignment = (row: AssignmentRow): Assignment => ({
  id: row.id,
  country: row.country,
  continent: row.continent,
  brand: row.brandId,
  salesman: { userId: row.salesmanId, firstName: row.firstName, lastName: row.lastName },
  version: row.version,
});
