import { integer, moment, oneOfTexts, optional, primary, text } from '../columns.ts';
import { createImpersonalTable, createTable } from '../queries/statements.ts';

/** The settings, the recurring jobs, the running portals, and the ids of the keys that encrypt secrets. */
export const operation = {
  name: '0010-operation',
  steps: [
    createImpersonalTable('settings', { key: primary(text), value: text }),
    createImpersonalTable('schedules', {
      name: primary(text),
      next_run_at: moment,
      // The time until which the job is reserved for the process that runs it (the lease).
      leased_until: optional(moment),
      // When the job last ran to its end, and when it last failed.
      succeeded_at: optional(moment),
      failed_at: optional(moment),
    }),
    // A process that has not renewed its row for a minute counts as ended.
    createTable('portal_processes', {
      id: primary(text),
      session_key_id: text,
      version: text,
      // The name of the newest migration that the process knows.
      schema_name: text,
      host: text,
      pid: integer,
      started_at: moment,
      // When the process first answered requests.
      ready_at: optional(moment),
      last_seen_at: moment,
    }),
    // The table contains only the ids of the keys. The keys themselves are files.
    createImpersonalTable('sealing_keys', {
      key_id: primary(text),
      status: oneOfTexts('next', 'current', 'former'),
      created_at: moment,
      replaced_at: optional(moment),
    }),
  ],
} as const;
