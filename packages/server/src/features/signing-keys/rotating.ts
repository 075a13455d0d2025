import type { AuditAction } from '@basics/contract/audit-actions.ts';
import type { Database, Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';

/** `file` is the path of the licence key in the configuration; other keys are stored next to it. `now` is in Unix milliseconds. */
export type RotationContext = { database: Database; file: string; now: number };

/** The output of a command, and whether the command did its work. */
export type CommandResult = { ok: boolean; lines: readonly string[] };

export const refuseCommand = (...lines: string[]): CommandResult => ({ ok: false, lines });

type KeyChange = { keyId: string; action: AuditAction; after?: Record<string, unknown> };

/** Records a change to the keys in the audit log. Operators have no account, so the entry has no actor. */
export const recordKeyChange = (trx: Trx, at: number, { keyId, action, after = {} }: KeyChange): Promise<void> =>
  recordAudit(trx, { at, actorId: null, requestId: null, action, subject: { kind: 'signingKey', id: keyId }, after });
