import { countrySalesmen, type Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { FakeServer } from '../fake-server.ts';
import { createUser } from './people.ts';
import { openPortal } from '../portal.tsx';

export const rossi = { userId: 2, firstName: 'Anna', lastName: 'Rossi' };
export const dahl = { userId: 3, firstName: 'Lars', lastName: 'Dahl' };

/** Creates an assignment, by default of Anna Rossi to Italy and the blue brand. */
export const createAssignment = (change: Partial<Assignment> = {}): Assignment => ({
  id: 1,
  country: 'IT',
  continent: 'Europe',
  brand: 'blue',
  salesman: rossi,
  version: 1,
  ...change,
});

export const createAssignmentPage = (...items: Assignment[]) => ({
  items,
  total: items.length,
  pageNumber: 1,
  pageSize: 20,
});

/** The options of the filters and of the row for a new assignment. */
export const assignmentOptions = {
  countries: [
    { code: 'BR', name: 'Brazil', continent: 'Americas' },
    { code: 'IT', name: 'Italy', continent: 'Europe' },
    { code: 'NO', name: 'Norway', continent: 'Europe' },
  ],
  brands: [
    { id: 'blue', name: 'Basics Blue' },
    { id: 'red', name: 'Basics Red' },
  ],
  salesmen: [rossi, dahl],
};

/** Answers the calls about assignments: the server has these assignments, filters them, and reports that no user depends on them. */
export function answerAssignments(server: FakeServer, ...assignments: Assignment[]): void {
  server.answer(countrySalesmen.options, () => assignmentOptions);
  server.answer(countrySalesmen.search, ({ body }) =>
    createAssignmentPage(
      ...assignments.filter(
        ({ country, brand, continent, salesman }) =>
          [country, undefined].includes(body.country) &&
          [brand, undefined].includes(body.brand) &&
          [continent, undefined].includes(body.continent) &&
          [salesman.userId, undefined].includes(body.salesmanId) &&
          `${country} ${salesman.lastName}`.toLowerCase().includes(body.keyword.toLowerCase()),
      ),
    ),
  );
  server.answer(countrySalesmen.impact, () => ({ users: 0, requests: 0 }));
  server.answer(countrySalesmen.coverage, () => ({ rows: [] }));
}

export type AssignmentsOpening = {
  at?: string;
  user?: ReturnType<typeof createUser>;
  assignments?: readonly Assignment[];
  prepareServer?: (server: FakeServer) => void;
};

/** Opens the page of the assignments, by default as an administrator. */
export const openAssignmentsPage = ({
  at = '/country-salesman',
  user = createUser('Administrator'),
  assignments = [],
  prepareServer = () => {},
}: AssignmentsOpening = {}) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerAssignments(server, ...assignments);
      prepareServer(server);
    },
  });
