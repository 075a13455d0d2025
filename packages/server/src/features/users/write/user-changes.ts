import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { Preferences } from '@basics/contract/users/preferences.ts';
import type { userFields } from '@basics/contract/users/user-fields.ts';
import type { User, users } from '@basics/contract/users/users.ts';
import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '#server/platform/writing.ts';
import { readPreferences } from '../preferences.ts';
import { toColumns, toApiFields } from '../user-fields.ts';
import type { UserTool } from '../user.ts';
import type { LockedUser, UserColumns } from '../write-user.repository.ts';

/** The stored values of the writable fields of a user. */
export type UserValues = Pick<User, keyof typeof userFields> & { preferences: Preferences };

/** The fields of a user whose value changes. */
export type UserChanges = Omit<SentFields, 'preferences'> & { preferences?: Preferences | undefined };
/** The fields in the body of a call that changes a user. A preference that is left out keeps its value. */
type SentFields = Omit<Body<typeof users.update>, 'version'>;

export const toUserValues = (row: LockedUser, tools: UserTool[]): UserValues => ({
  ...toApiFields(row),
  tools,
  preferences: readPreferences(row.preferences),
});

/** Returns the fields that differ from the current values; the order of tools and of their add-ons is ignored. */
export function findChangedFields(
  before: UserValues,
  { preferences: sentPreferences, ...fields }: SentFields,
): UserChanges {
  const preferences = sentPreferences && applyChanges(before.preferences, sentPreferences);
  const sentFields: UserChanges = { ...fields, ...(preferences && { preferences }) };
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
