import { integer, optional } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Adds how many days before its last day a licence can be renewed to the policies; null for the default. */
export const renewalWindows = {
  name: '0080-renewal-windows',
  steps: [addColumn('licence_policies', 'renewal_days', optional(integer))],
};
