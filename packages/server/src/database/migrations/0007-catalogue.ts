import { withDefault, flag, integer } from '../columns.ts';
import { addColumn, createIndex } from '../statements.ts';

/** Lets administrators edit tools and policies: a version detects conflicting changes, and a retired tool can no longer be granted. */
export const catalogue = {
  name: '0007-catalogue',
  steps: [
    addColumn('licence_policies', 'version', withDefault(1, integer)),
    // A tool and its add-ons have one version, because they are written together.
    addColumn('tools', 'version', withDefault(1, integer)),
    addColumn('tools', 'retired', withDefault(0, flag)),
    // The indexes count the users of a policy, and find the rows that prevent the deletion of a tool.
    createIndex('licenses', 'tool_id', 'brand_id', 'user_id'),
    createIndex('machines', 'tool_id'),
  ],
};
