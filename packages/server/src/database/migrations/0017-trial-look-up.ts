import { runSql } from '../statements.ts';

/** Creates an index on one part of the fingerprints of trial licences: eight hex digits from position `from`, counted from 1. */
const partIndex = (name: string, firstPosition: number) =>
  runSql(
    `create index licenses_trial_${name}_index on licenses (tool_id, substr(fingerprint, ${firstPosition}, 8)) where is_trial = 1`,
  );

/**
 * Finds the trials of a PC by its parts. For the same PC, two of the four parts are equal, so every trial of a PC is found by one of the
 * first three parts.
 */
export const trialLookUp = {
  name: '0017-trial-look-up',
  steps: [
    // The dropped index was used by no statement, because a partial index needs its condition as a literal in the query.
    runSql('drop index licenses_tool_id_is_trial_index'),
    partIndex('machine_id', 1),
    partIndex('board_id', 9),
    partIndex('system_disk', 17),
  ],
};
