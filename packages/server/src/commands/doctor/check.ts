import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Shell } from '../command.ts';
import type { Network } from './network.ts';

/**
 * The result of one check of the command `portal doctor`. `next` says what to do. A fault stops a function of the portal now; a warning can
 * become a fault later.
 */
export type Finding = { is: 'ok' | 'skipped'; text: string } | { is: 'warning' | 'fault'; text: string; next: string };

/** The data that the checks of the command `doctor` need. */
export type CheckContext = { config: Config; shell: Shell; network: Network | null };
export type DatabaseContext = CheckContext & { database: Database };

/** One check. The name of a check does not change, so that monitoring can rely on it. */
export type Check<Context> = { name: string; run: (context: Context) => Promise<Finding> };

export const ok = (text: string): Finding => ({ is: 'ok', text });
export const skipped = (text: string): Finding => ({ is: 'skipped', text });
export const warning = (text: string, next: string): Finding => ({ is: 'warning', text, next });
export const fault = (text: string, next: string): Finding => ({ is: 'fault', text, next });

/** The message of an error together with the message of its cause, because the message of `fetch` is only "fetch failed". */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
