import { run } from '../statements.ts';

/** A part of the fingerprint of a trial's licence, eight hex digits from this one on, counted from 1. */
const partIndex = (name: string, from: number) =>
  run(
    `create index licenses_trial_${name}_index on licenses (tool_id, substr(fingerprint, ${from}, 8)) where is_trial = 1`,
  );

/** Finds the trials of a PC by its parts. Two of the four parts decide, so every trial of a PC is found by one of the first three. */
export const trialLookUp = {
  name: '0017-trial-look-up',
  steps: [
    // It held all trials of a tool, and no statement used it: the condition must be a literal for that.
    run('drop index licenses_tool_id_is_trial_index'),
    partIndex('machine_id', 1),
    partIndex('board_id', 9),
    partIndex('system_disk', 17),
  ],
};
