import { createIndex } from '../statements.ts';

/** Adds an index that finds the files of a licence, which are deleted with the licence or with its owner. */
export const filesByLicence = {
  name: '0071-files-by-licence',
  steps: [createIndex('letter_files', 'license_id')],
} as const;
