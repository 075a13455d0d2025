import { bytesHex, flag, optional, withDefault } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Adds the fifth part of fingerprint scheme 2, and the properties of a PC that its newest code contains. */
export const firmwareUuids = {
  name: '0048-firmware-uuids',
  steps: [
    // The UUID of the firmware, the fifth part of the anchor (the stored fingerprint); null if no code contained it.
    addColumn('machines', 'anchor_uuid', optional(bytesHex(4))),
    addColumn('machines', 'is_virtual', withDefault(0, flag)),
    addColumn('machines', 'is_stand_in', withDefault(0, flag)),
  ],
};
