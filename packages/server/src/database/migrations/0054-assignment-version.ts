import { integer, withDefault } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Adds a version to assignments, by which a change is refused if someone else has changed the same assignment meanwhile. */
export const assignmentVersion = {
  name: '0054-assignment-version',
  steps: [addColumn('country_brand_salesmen', 'version', withDefault(1, integer))],
};
