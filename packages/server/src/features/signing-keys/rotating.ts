import type { Database, Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';

/** `file`: the path of the licence key in the configuration, next to which other keys are stored; `now` in Unix milliseconds. */
export type RotationContext = { database: Database; file: string; now: number };

/** The output of a command, and whether the command did its work. */
export type CommandResult = { ok: boolean; lines: readonly string[] };

export const refuseCommand = (...lines: string[]): CommandResult => ({ ok: false, lines });

type KeyChange = { keyId: string; action: `signingKey.${string}`; after?: Record<string, unknown> };

/** The audit entry of a change to the keys; operators have no account, so there is no actor. */
export const recordChange = (trx: Trx, at: number, { keyId, action, after = {} }: KeyChange): Promise<void> =>
  recordAudit(trx, { at, actorId: null, requestId: null, action, subject: { kind: 'signingKey', id: keyId }, after });
