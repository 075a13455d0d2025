import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { requestStatuses } from '@basics/contract/requests.ts';
import type { Request, requests } from '@basics/contract/requests.ts';
import type { Database } from '#server/database/database.ts';
import { countries } from '#server/features/countries/countries.ts';
import { findBrands, findTools } from '#server/features/users/user-options.ts';
import { findUserInScope } from '#server/features/users/users.repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/serve.ts';
import { requestsOf, requestWithAll } from './request.ts';
import { findReasonsOf, findRequestCountries, findRequests } from './requests.repository.ts';

/** Accounts that people asked for: the queue, and what is decided about each. */
export function requestsService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;

  return {
    async options(actor: Actor): Promise<Reply<typeof requests.options>> {
      const present = await findRequestCountries(db, actor);
      const tools = await findTools(db);
      return {
        countries: countries.filter(({ code }) => present.includes(code)).map(({ code, name }) => ({ id: code, name })),
        brands: await findBrands(db),
        tools: tools.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
        statuses: [...requestStatuses],
        recentReasons: await findReasonsOf(db, actor.userId),
      };
    },

    async search(actor: Actor, asked: Body<typeof requests.search>): Promise<Reply<typeof requests.search>> {
      const { items, total } = await findRequests(db, actor, asked, clock());
      return { items: await requestsOf(db, items), total, pageNumber: asked.pageNumber, pageSize: asked.pageSize };
    },

    async get(actor: Actor, userId: number): Promise<Request> {
      const row = await findUserInScope(db, actor, userId);
      // An account that nobody ever asked for is no request, also once it has been let in.
      if (!row || (row.request_date === null && row.status !== 'pending')) throw problem('USER_NOT_FOUND');
      return requestWithAll(db, row);
    },
  };
}

export type RequestsService = ReturnType<typeof requestsService>;
