import type { Database, Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';

/** `file`: the licence key that the configuration names, which other keys lie beside; `now` in Unix milliseconds. */
export type Rotating = { database: Database; file: string; now: number };

/** What a command has to say, and whether it did what it was told. */
export type Said = { ok: boolean; lines: readonly string[] };

export const refused = (...lines: string[]): Said => ({ ok: false, lines });

type Change = { keyId: string; action: `signingKey.${string}`; after?: Record<string, unknown> };

/** The trace of a change to the keys; operators act without an account. */
export const recordChange = (trx: Trx, at: number, { keyId, action, after = {} }: Change): Promise<void> =>
  recordAudit(trx, { at, actorId: null, requestId: null, action, subject: { kind: 'signingKey', id: keyId }, after });
