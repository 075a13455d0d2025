import { integer, moment, optional, text } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Stores the data that operators see about the running portals and the recurring jobs. */
export const operation = {
  name: '0041-operation',
  steps: [
    // The column `version` is null in the rows of earlier versions.
    addColumn('portal_processes', 'version', optional(text)),
    // The name of the newest migration that the process knows.
    addColumn('portal_processes', 'schema_name', optional(text)),
    addColumn('portal_processes', 'host', optional(text)),
    addColumn('portal_processes', 'pid', optional(integer)),
    addColumn('portal_processes', 'started_at', optional(moment)),
    // When the process first answered requests.
    addColumn('portal_processes', 'ready_at', optional(moment)),
    // When the job last ran to its end, and when it last failed.
    addColumn('schedules', 'succeeded_at', optional(moment)),
    addColumn('schedules', 'failed_at', optional(moment)),
  ],
};
