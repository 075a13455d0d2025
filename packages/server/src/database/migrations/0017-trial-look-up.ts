import { runSql } from '../statements.ts';

/** Creates an index on one part of the fingerprints of trial licences: eight hex digits from `firstPosition`, counted from 1. */
const createPartIndex = (name: string, firstPosition: number) =>
  runSql(
    `create index licenses_trial_${name}_index on licenses (tool_id, substr(fingerprint, ${firstPosition}, 8)) where is_trial = 1`,
  );

/**
 * Adds indexes that find the trials of a PC by the parts of the PC. For the same PC, two of the four parts are equal, so every trial of a
 * PC is found by one of the first three parts.
 */
export const trialLookUp = {
  name: '0017-trial-look-up',
  steps: [
    // The dropped index was used by no statement, because a partial index needs its condition as a literal in the query.
    runSql('drop index licenses_tool_id_is_trial_index'),
    createPartIndex('machine_id', 1),
    createPartIndex('board_id', 9),
    createPartIndex('system_disk', 17),
  ],
};
