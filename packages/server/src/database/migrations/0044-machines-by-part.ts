import { runSql } from '../statements.ts';

/** Creates an index on one part of the anchors (stored fingerprints) of PCs: eight hex digits from position `from`, counted from 1. */
const partIndex = (name: string, firstPosition: number) =>
  runSql(
    `create index machines_${name}_index on machines (tool_id, substr(coalesce(anchor, fingerprint), ${firstPosition}, 8))`,
  );

/**
 * Finds the users who have a PC by its parts. For the same PC, two of the four parts are equal, so every PC is found by one of the first
 * three parts.
 */
export const machinesByPart = {
  name: '0044-machines-by-part',
  steps: [
    partIndex('machine_id', 1),
    partIndex('board_id', 9),
    partIndex('system_disk', 17),
    runSql("create index help_requests_code_index on help_requests (code_hash) where state = 'open'"),
  ],
};
