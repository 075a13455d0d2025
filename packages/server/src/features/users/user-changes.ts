import type { Body } from '@basics/contract/endpoint.ts';
import type { Preferences } from '@basics/contract/preferences.ts';
import type { userFields } from '@basics/contract/user-fields.ts';
import type { User, users } from '@basics/contract/users.ts';
import { isDeepStrictEqual } from 'node:util';
import { readPreferences } from './preferences.ts';
import { toColumns, toApiFields } from './user-fields.ts';
import type { UserTool } from './user.ts';
import type { LockedUser, UserColumns } from './write-user.repository.ts';

/** The writable fields of a user, as they are stored. */
export type UserValues = Pick<User, keyof typeof userFields> & { preferences: Preferences };

/** The changes: only fields whose value differs. */
export type UserChanges = Omit<Body<typeof users.update>, 'version'>;

export const toUserValues = (row: LockedUser, tools: UserTool[]): UserValues => ({
  ...toApiFields(row),
  tools,
  preferences: readPreferences(row.preferences),
});

/** The fields that differ from the current values; the order of tools and of their add-ons is ignored. */
export function changedFields(before: UserValues, sent: UserChanges): UserChanges {
  const stands: Record<string, unknown> = { ...before, tools: sortTools(before.tools) };
  const wanted: Record<string, unknown> = { ...sent, ...(sent.tools && { tools: sortTools(sent.tools) }) };
  const isChanged = (field: string): boolean =>
    wanted[field] !== undefined && !isDeepStrictEqual(wanted[field], stands[field]);
  return Object.fromEntries(Object.entries(sent).filter(([field]) => isChanged(field)));
}

const sortTools = (tools: readonly UserTool[]): UserTool[] =>
  tools
    .map((grant) => ({ ...grant, configTools: grant.configTools.toSorted() }))
    .toSorted((a, b) => (`${a.tool} ${a.brand}` < `${b.tool} ${b.brand}` ? -1 : 1));

/** The columns of these changes; tools have their own table. */
export const changedColumns = ({ preferences, ...fields }: UserChanges): UserColumns => ({
  ...toColumns(fields),
  ...(preferences !== undefined && { preferences: JSON.stringify(preferences) }),
});
