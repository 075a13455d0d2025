import { bytesHex, flag, optional, withDefault } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Fingerprint scheme 2: the fifth part, and what the newest code says about its PC. */
export const firmwareUuids = {
  name: '0048-firmware-uuids',
  steps: [
    // The UUID of the firmware in the anchor. null where no code named it.
    addColumn('machines', 'anchor_uuid', optional(bytesHex(4))),
    addColumn('machines', 'is_virtual', withDefault(0, flag)),
    addColumn('machines', 'is_stand_in', withDefault(0, flag)),
  ],
};
