import type { Body } from '@basics/contract/endpoint.ts';
import type { ImportReport, imports } from '@basics/contract/imports.ts';
import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { createAccountsImport } from './import-accounts.ts';
import { createAssignmentsImport } from './import-assignments.ts';
import { createUsersImport } from './import-users.ts';
import { runImport } from './run-import.ts';

type Dependencies = { database: Database; clock: Clock; queueLetter: QueueLetter };
type ImportCaller = { actor: Actor; origin: Origin };

/**
 * Imports the files of administrators. A dry run reports the changes; after it, the whole file or nothing is written.
 */
export function importsService({ database, clock, queueLetter }: Dependencies) {
  const createContext = ({ actor, origin }: ImportCaller) => ({ database, actor, origin, at: clock() });
  return {
    users(caller: ImportCaller, { invite, ...body }: Body<typeof imports.users>): Promise<ImportReport> {
      const context = createContext(caller);
      return runImport(context, body, createUsersImport({ ...context, queueLetter, invite }));
    },

    assignments(caller: ImportCaller, body: Body<typeof imports.assignments>): Promise<ImportReport> {
      const context = createContext(caller);
      return runImport(context, body, createAssignmentsImport(context));
    },

    crmAccounts(caller: ImportCaller, body: Body<typeof imports.crmAccounts>): Promise<ImportReport> {
      const context = createContext(caller);
      return runImport(context, body, createAccountsImport(context));
    },
  };
}

export type ImportsService = ReturnType<typeof importsService>;
