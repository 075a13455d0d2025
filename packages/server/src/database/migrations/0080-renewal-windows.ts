import { integer, optional } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Adds a column to the policies: how many days before its last day a licence can first be renewed; null for the default. */
export const renewalWindows = {
  name: '0080-renewal-windows',
  steps: [addColumn('licence_policies', 'renewal_days', optional(integer))],
};
