import { createIndex } from '../statements.ts';

/** An index by which the files of a licence are found: they are deleted with the licence and with its owner. */
export const filesByLicence = {
  name: '0071-files-by-licence',
  steps: [createIndex('letter_files', 'license_id')],
} as const;
