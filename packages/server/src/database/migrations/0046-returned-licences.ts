import { optional, references } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Adds a column to the table of removed PCs: the licence that the tool has removed from the PC. */
export const returnedLicences = {
  name: '0046-returned-licences',
  steps: [
    // The column `license_id` is null if a person removed the PC in the portal.
    addColumn('machine_releases', 'license_id', optional(references('licenses.id'))),
  ],
};
