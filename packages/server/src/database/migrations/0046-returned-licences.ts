import { optional, references } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Licences that a tool removed from its PC: the release of the PC names the licence. */
export const returnedLicences = {
  name: '0046-returned-licences',
  steps: [
    // Null where a person declared the PC gone.
    addColumn('machine_releases', 'license_id', optional(references('licenses.id'))),
  ],
};
