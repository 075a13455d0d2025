import { withDefault, flag, moment, optional } from '../columns.ts';
import { addColumn, createPartialIndex } from '../statements.ts';

/** A trial is one per account, per PC and tool; staff are told once a week of a PC whose parts keep changing. */
export const trials = {
  name: '0013-trials',
  steps: [
    // Licences that are older than this column count as none.
    addColumn('licenses', 'is_trial', withDefault(0, flag)),
    createPartialIndex('licenses', ['tool_id', 'is_trial'], 'is_trial = 1'),
    addColumn('machines', 'drift_told_at', optional(moment)),
  ],
};
