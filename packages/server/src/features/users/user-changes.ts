import type { Body } from '@basics/contract/endpoint.ts';
import type { Preferences } from '@basics/contract/preferences.ts';
import type { users } from '@basics/contract/users.ts';
import { isDeepStrictEqual } from 'node:util';
import { preferencesIn } from './preferences.ts';
import type { UserTool } from './user.ts';
import type { LockedUser, UserColumns } from './write-user.repository.ts';

/** The fields of a user that can be written, as they stand. */
export type UserValues = {
  firstName: string;
  lastName: string;
  phone: string;
  company: string;
  profileID: number | null;
  brand: string | null;
  tools: UserTool[];
  country: string | null;
  language: string;
  canReceiveMail: boolean;
  crmAccount: string | null;
  preferences: Preferences;
};

/** What would be different: only fields whose value changes. */
export type UserChanges = Omit<Body<typeof users.update>, 'version'>;

export const valuesOf = (row: LockedUser, tools: UserTool[]): UserValues => ({
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  company: row.company,
  profileID: row.profileId,
  brand: row.brandId,
  tools,
  country: row.country,
  language: row.language,
  canReceiveMail: row.canReceiveMail === 1,
  crmAccount: row.crmAccount,
  preferences: preferencesIn(row.preferences),
});

/** The part of what was sent that is not so already; the order of tools and of their add-ons does not count. */
export function changedFields(before: UserValues, sent: UserChanges): UserChanges {
  const stands: Record<string, unknown> = { ...before, tools: inOrder(before.tools) };
  const wanted: Record<string, unknown> = { ...sent, ...(sent.tools && { tools: inOrder(sent.tools) }) };
  const isChanged = (field: string): boolean =>
    wanted[field] !== undefined && !isDeepStrictEqual(wanted[field], stands[field]);
  return Object.fromEntries(Object.entries(sent).filter(([field]) => isChanged(field)));
}

const inOrder = (tools: readonly UserTool[]): UserTool[] =>
  tools
    .map((grant) => ({ ...grant, configTools: grant.configTools.toSorted() }))
    .toSorted((a, b) => (`${a.tool} ${a.brand}` < `${b.tool} ${b.brand}` ? -1 : 1));

/** The columns that hold these fields; tools stand in a table of their own. */
export function columnsOf(changes: UserChanges): UserColumns {
  const { firstName, lastName, phone, company, profileID, brand, country, language } = changes;
  const { canReceiveMail, crmAccount, preferences } = changes;
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(phone !== undefined && { phone }),
    ...(company !== undefined && { company }),
    ...(profileID !== undefined && { profileId: profileID }),
    ...(brand !== undefined && { brandId: brand }),
    ...(country !== undefined && { country }),
    ...(language !== undefined && { language }),
    ...(canReceiveMail !== undefined && { canReceiveMail: canReceiveMail ? 1 : 0 }),
    ...(crmAccount !== undefined && { crmAccount }),
    ...(preferences !== undefined && { preferences: JSON.stringify(preferences) }),
  };
}
