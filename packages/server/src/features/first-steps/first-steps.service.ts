import type { Reply } from '@basics/contract/endpoint.ts';
import type { firstSteps } from '@basics/contract/first-steps.ts';
import type { Database } from '#server/database/database.ts';
import { findRecordsOfSetUp } from './first-steps.repository.ts';

type Dependencies = {
  database: Database;
  /** Whether e-mails leave the portal. */
  mail: { delivers: boolean };
  /** The address under which users open the portal. */
  publicUrl: string;
};

/** Hosts that only this computer reaches. */
const ownHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Which steps of the set-up are done, read from what each of them leaves behind. */
export function firstStepsService({ database, mail, publicUrl }: Dependencies) {
  return {
    async list(userId: number): Promise<Reply<typeof firstSteps.list>> {
      return {
        mail: mail.delivers,
        host: !ownHosts.has(new URL(publicUrl).hostname),
        ...(await findRecordsOfSetUp(database.kysely, userId)),
      };
    },
  };
}

export type FirstStepsService = ReturnType<typeof firstStepsService>;
