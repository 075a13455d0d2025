import type { bulkRequests } from '@basics/contract/bulk.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { RequestEvidence } from '@basics/contract/request-evidence.ts';
import { requestStatuses } from '@basics/contract/requests.ts';
import type { Request, requests } from '@basics/contract/requests.ts';
import type { User } from '@basics/contract/users.ts';
import type { Database } from '#server/database/database.ts';
import { toUndoFields, undoMs } from '#server/platform/undo/record-undo.ts';
import { toUserWithTools } from '#server/features/users/user.ts';
import { findUserInScope, readUser } from '#server/features/users/users.repository.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import { countries } from '#server/platform/countries/countries.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { findBrands, findTools } from '../users/users.repository.ts';
import { approveRequest, rejectRequest } from './decide-request.ts';
import { decideRequests } from './decide-requests.ts';
import { findEvidence } from './evidence.ts';
import { createRequestsExport } from './export-requests.ts';
import { reopenRequest, withdrawInvitation } from './reopen-request.ts';
import { toRequests, toRequest } from './request.ts';
import { findRejectionReasons, findRequestCountries, findRequests } from './requests.repository.ts';

type Dependencies = { database: Database; clock: Clock; queueLetter: QueueLetter };

/** Lists the requests for accounts, and makes decisions about them. */
export function requestsService({ database, clock, queueLetter }: Dependencies) {
  const db = database.kysely;

  async function findRequest(actor: Actor, userId: number): Promise<UserRow> {
    const row = await findUserInScope(db, actor, userId);
    // An account that staff created is not a request, even after it is active.
    if (!row || (row.requestDate === null && row.status !== 'pending')) throw problem('USER_NOT_FOUND');
    return row;
  }

  return {
    async options(actor: Actor): Promise<Reply<typeof requests.options>> {
      const requestCountries = await findRequestCountries(db, actor);
      const tools = await findTools(db);
      return {
        countries: countries.filter(({ code }) => requestCountries.includes(code)),
        brands: await findBrands(db),
        tools: tools.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
        statuses: [...requestStatuses],
        recentReasons: await findRejectionReasons(db, actor.userId),
      };
    },

    async search(actor: Actor, query: Body<typeof requests.search>): Promise<Reply<typeof requests.search>> {
      const page = await findRequests(db, actor, query, clock());
      return { ...page, items: await toRequests(db, page.items) };
    },

    async export(actor: Actor, query: Body<typeof requests.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'request', query });
      return createRequestsExport(readDatabase, actor, query, at);
    },

    get: async (actor: Actor, userId: number): Promise<Request> => toRequest(db, await findRequest(actor, userId)),
    evidence: async (actor: Actor, userId: number): Promise<RequestEvidence> =>
      findEvidence(db, actor, await findRequest(actor, userId)),

    ...createDecisionCalls({ database, clock, queueLetter }),
  };
}

export type RequestsService = ReturnType<typeof requestsService>;

/** Creates the functions of the API that decide about requests, and that take decisions back. */
function createDecisionCalls({ database, clock, queueLetter }: Dependencies) {
  const db = database.kysely;
  const createContext = (actor: Actor, origin: Origin, waitMs: number = undoMs.one) => {
    const at = clock();
    return { database, queueLetter, actor, origin, at, undoUntil: at + waitMs };
  };

  return {
    decideMany: (actor: Actor, body: Body<typeof bulkRequests.decideMany>, origin: Origin) =>
      decideRequests(createContext(actor, origin, undoMs.mass), body),

    async approve(
      actor: Actor,
      userId: number,
      { body, origin }: { body: Body<typeof requests.approve>; origin: Origin },
    ): Promise<Reply<typeof requests.approve>> {
      const context = createContext(actor, origin);
      await approveRequest(context, userId, body);
      return { ...(await toUserWithTools(db, await readUser(db, userId))), ...toUndoFields(context) };
    },

    async reject(
      actor: Actor,
      userId: number,
      { body, origin }: { body: Body<typeof requests.reject>; origin: Origin },
    ): Promise<Reply<typeof requests.reject>> {
      const context = createContext(actor, origin);
      await rejectRequest(context, userId, body);
      return { ...(await toRequest(db, await readUser(db, userId))), ...toUndoFields(context) };
    },

    async reopen(actor: Actor, userId: number, origin: Origin): Promise<Request> {
      await reopenRequest(createContext(actor, origin), userId);
      return toRequest(db, await readUser(db, userId));
    },

    async withdrawInvitation(actor: Actor, userId: number, origin: Origin): Promise<User> {
      await withdrawInvitation(createContext(actor, origin), userId);
      return toUserWithTools(db, await readUser(db, userId));
    },
  };
}
