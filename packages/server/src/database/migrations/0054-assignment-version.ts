import { integer, withDefault } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** A change to an assignment that somebody else has changed since is refused. */
export const assignmentVersion = {
  name: '0054-assignment-version',
  steps: [addColumn('country_brand_salesmen', 'version', withDefault(1, integer))],
};
