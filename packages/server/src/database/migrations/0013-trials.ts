import { withDefault, flag, moment, optional } from '../columns.ts';
import { addColumn, createPartialIndex } from '../statements.ts';

/**
 * Marks trial licences, of which an account and a PC get one for each tool. Stores when staff were last notified of a PC whose parts keep
 * changing.
 */
export const trials = {
  name: '0013-trials',
  steps: [
    // Licences from before this migration do not count as trials.
    addColumn('licenses', 'is_trial', withDefault(0, flag)),
    createPartialIndex('licenses', ['tool_id', 'is_trial'], 'is_trial = 1'),
    addColumn('machines', 'drift_told_at', optional(moment)),
  ],
};
