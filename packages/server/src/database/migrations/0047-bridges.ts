import { flag, withDefault } from '../columns.ts';
import { addColumn, createPartialIndex } from '../statements.ts';

/** Adds bridge licences, which are valid for a few days and need no approval by staff, and the policies that allow them. */
export const bridges = {
  name: '0047-bridges',
  steps: [
    addColumn('licenses', 'is_bridge', withDefault(0, flag)),
    createPartialIndex('licenses', ['tool_id', 'issued_at'], 'is_bridge = 1'),
    addColumn('licence_policies', 'bridge', withDefault(1, flag)),
  ],
};
