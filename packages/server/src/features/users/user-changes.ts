import type { Body } from '@basics/contract/endpoint.ts';
import type { Preferences } from '@basics/contract/preferences.ts';
import type { userFields } from '@basics/contract/user-fields.ts';
import type { User, users } from '@basics/contract/users.ts';
import { isDeepStrictEqual } from 'node:util';
import { readPreferences } from './preferences.ts';
import { toColumns, toApiFields } from './user-fields.ts';
import type { UserTool } from './user.ts';
import type { LockedUser, UserColumns } from './write-user.repository.ts';

/** The stored values of the writable fields of a user. */
export type UserValues = Pick<User, keyof typeof userFields> & { preferences: Preferences };

/** The fields of a user whose value changes. */
export type UserChanges = Omit<Body<typeof users.update>, 'version'>;

export const toUserValues = (row: LockedUser, tools: UserTool[]): UserValues => ({
  ...toApiFields(row),
  tools,
  preferences: readPreferences(row.preferences),
});

/** Returns the fields that differ from the current values; the order of tools and of their add-ons is ignored. */
export function findChangedFields(before: UserValues, sentFields: UserChanges): UserChanges {
  const currentValues: Record<string, unknown> = { ...before, tools: sortTools(before.tools) };
  const newValues: Record<string, unknown> = {
    ...sentFields,
    ...(sentFields.tools && { tools: sortTools(sentFields.tools) }),
  };
  const isChanged = (field: string): boolean =>
    newValues[field] !== undefined && !isDeepStrictEqual(newValues[field], currentValues[field]);
  return Object.fromEntries(Object.entries(sentFields).filter(([field]) => isChanged(field)));
}

const sortTools = (tools: readonly UserTool[]): UserTool[] =>
  tools
    .map((grant) => ({ ...grant, configTools: grant.configTools.toSorted() }))
    .toSorted((a, b) => (`${a.tool} ${a.brand}` < `${b.tool} ${b.brand}` ? -1 : 1));

/** Returns the columns to write for the given changes, without the tools, which have their own table. */
export const toChangedColumns = ({ preferences, ...fields }: UserChanges): UserColumns => ({
  ...toColumns(fields),
  ...(preferences !== undefined && { preferences: JSON.stringify(preferences) }),
});
