import type { Body, Query, Reply } from '@basics/contract/endpoint.ts';
import type { HelpCase, HelpRequest, helpRequests } from '@basics/contract/help-requests.ts';
import type { Database } from '#server/database/database.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import type { LicenseKeys } from '#server/features/licenses/license-key.ts';
import { reportPresence } from '#server/features/users/presences.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { answerHelp } from './answer-help.ts';
import type { Answer } from './answer-help.ts';
import { askForHelp } from './ask-for-help.ts';
import { withdrawHelp } from './close-help.ts';
import { createHelpRequestsExport } from './export-help-requests.ts';
import { findHelpCase } from './help-case.ts';
import { toHelpRequest } from './help-request.ts';
import {
  findRequester,
  findHelpRequest,
  findHelpRequestInScope,
  findHelpRequests,
  findHelpRequestsOfUser,
} from './help-requests.repository.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  keys: LicenseKeys | null;
};

/** Serves the help requests of customers and the answers of staff. */
export function helpRequestsService({ database, clock, randomBytes, queueLetter, keys }: Dependencies) {
  const db = database.kysely;
  const createContext = (actor: Actor, origin: Origin) => ({ database, queueLetter, actor, origin, at: clock() });

  const readHelpRequest = async (id: number): Promise<HelpRequest> => {
    const row = await findHelpRequest(db, id);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    return toHelpRequest(row);
  };

  return {
    async ask(actor: Actor, userId: number, body: Body<typeof helpRequests.ask>, origin: Origin): Promise<HelpRequest> {
      return readHelpRequest(await askForHelp(createContext(actor, origin), userId, body));
    },

    async listOf(
      actor: Actor,
      userId: number,
      query: Query<typeof helpRequests.listOf>,
    ): Promise<Reply<typeof helpRequests.listOf>> {
      await requireInScope(db, actor, userId);
      const page = await findHelpRequestsOfUser(db, userId, query);
      const { by, people } = await findCaretakers(db, await findRequester(db, userId), clock());
      const [helper, ...others] = people;
      const hasOneHelper = by === 'salesmen' && helper !== undefined && others.length === 0;
      const helperName = hasOneHelper ? `${helper.firstName} ${helper.lastName}`.trim() || null : null;
      return { ...page, items: page.items.map(toHelpRequest), helper: { by, name: helperName } };
    },

    async withdraw(actor: Actor, userId: number, id: number, origin: Origin): Promise<HelpRequest> {
      await withdrawHelp(createContext(actor, origin), userId, id);
      return readHelpRequest(id);
    },

    async search(actor: Actor, query: Body<typeof helpRequests.search>): Promise<Reply<typeof helpRequests.search>> {
      const page = await findHelpRequests(db, actor, query);
      return { ...page, items: page.items.map(toHelpRequest) };
    },

    async export(actor: Actor, query: Body<typeof helpRequests.export>, origin: Origin): Promise<CsvTable> {
      const at = clock();
      const readDatabase = await beginExport({ database, at }, { actor, origin }, { kind: 'helpRequest', query });
      return createHelpRequestsExport(readDatabase, actor, { query, at });
    },

    async get(actor: Actor, id: number): Promise<HelpCase> {
      const row = await findHelpRequestInScope(db, actor, id);
      if (!row) throw problem('RESULTS_NOT_FOUND');
      return findHelpCase(db, row, { keys, now: clock() });
    },

    async reportPresence(actor: Actor, id: number) {
      if (!(await findHelpRequestInScope(db, actor, id))) throw problem('RESULTS_NOT_FOUND');
      return reportPresence(db, actor, { kind: 'helpRequest', recordId: id, now: clock() });
    },

    async answer(actor: Actor, id: number, answer: Answer, origin: Origin): Promise<HelpRequest> {
      await answerHelp({ ...createContext(actor, origin), randomBytes, keys }, id, answer);
      return readHelpRequest(id);
    },
  };
}

export type HelpRequestsService = ReturnType<typeof helpRequestsService>;
