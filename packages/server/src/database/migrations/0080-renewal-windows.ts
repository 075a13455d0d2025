import { integer, optional } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Adds to the policies the number of days before its last day from which a licence can be renewed; null for the default. */
export const renewalWindows = {
  name: '0080-renewal-windows',
  steps: [addColumn('licence_policies', 'renewal_days', optional(integer))],
};
