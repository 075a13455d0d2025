import { moment, optional } from '../columns.ts';
import { addColumn, runSql } from '../statements.ts';

/**
 * Adds the time at which the owner said that a licence is installed, or at which the tool fetched its file. Licences that exist already count
 * as installed, so that no user is asked about old licences.
 */
export const installedLicences = {
  name: '0088-installed-licences',
  steps: [
    addColumn('licenses', 'installed_at', optional(moment)),
    runSql('update licenses set installed_at = issued_at'),
  ],
};
