import { runSql } from '../statements.ts';

/** Creates an index on one part of the anchors (stored fingerprints) of PCs: eight hex digits from `firstPosition`, counted from 1. */
const createPartIndex = (name: string, firstPosition: number) =>
  runSql(
    `create index machines_${name}_index on machines (tool_id, substr(coalesce(anchor, fingerprint), ${firstPosition}, 8))`,
  );

/**
 * Adds indexes that find the users of a PC by the parts of the PC. For the same PC, two of the four parts are equal, so every PC is found
 * by one of the first three parts.
 */
export const machinesByPart = {
  name: '0044-machines-by-part',
  steps: [
    createPartIndex('machine_id', 1),
    createPartIndex('board_id', 9),
    createPartIndex('system_disk', 17),
    runSql("create index help_requests_code_index on help_requests (code_hash) where state = 'open'"),
  ],
};
