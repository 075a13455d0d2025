import { withDefault, flag, integer } from '../columns.ts';
import { addColumn, createIndex } from '../statements.ts';

/** Tools and policies that administrators edit: a version to detect conflicting changes, and retired tools, which can no longer be granted. */
export const catalogue = {
  name: '0007-catalogue',
  steps: [
    addColumn('licence_policies', 'version', withDefault(1, integer)),
    // One version for a tool with its add-ons, because they are written together.
    addColumn('tools', 'version', withDefault(1, integer)),
    addColumn('tools', 'retired', withDefault(0, flag)),
    // For the number of users under a policy, and for the references that prevent the deletion of a tool.
    createIndex('licenses', 'tool_id', 'brand_id', 'user_id'),
    createIndex('machines', 'tool_id'),
  ],
};
