import type { Reply } from '@basics/contract/endpoint.ts';
import type { firstSteps } from '@basics/contract/first-steps.ts';
import type { Database } from '#server/database/database.ts';
import { findDoneSetUpSteps } from './first-steps.repository.ts';

type Dependencies = {
  database: Database;
  /** Whether a mail server is configured, so that e-mails are sent. */
  mail: { delivers: boolean };
  /** The address at which users open the portal. */
  publicUrl: string;
};

/** Host names that can be used only on the computer of the server. */
const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Lists which steps of the set-up are done, by the data that each step creates. */
export function firstStepsService({ database, mail, publicUrl }: Dependencies) {
  return {
    async list(userId: number): Promise<Reply<typeof firstSteps.list>> {
      return {
        mail: mail.delivers,
        host: !localHosts.has(new URL(publicUrl).hostname),
        ...(await findDoneSetUpSteps(database.kysely, userId)),
      };
    },
  };
}

export type FirstStepsService = ReturnType<typeof firstStepsService>;
