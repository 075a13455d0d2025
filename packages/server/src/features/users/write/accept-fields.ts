import { addOnGuards, listAssignableProfiles, type Permission } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { isCountry } from '#server/platform/countries/countries.ts';
import type { UserTool } from '../user.ts';
import type { Db } from '#server/database/foundation.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { invalid } from '#server/platform/problem.ts';
import { isSeenOnlyAsDeputy } from '../scope.repository.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { Preferences } from '@basics/contract/users/preferences.ts';
import type { userFields } from '@basics/contract/users/user-fields.ts';
import type { User, users } from '@basics/contract/users/users.ts';
import { isDeepStrictEqual } from 'node:util';
import { applyChanges } from '#server/platform/writing.ts';
import { readPreferences } from '../current-user.ts';
import { toColumns, toApiFields } from '../user-fields.ts';
import type { LockedUser, UserColumns } from '../users.repository.ts';

export type Catalogue = {
  brands: readonly { id: string }[];
  tools: readonly { id: string; parent: string | null; retired: 0 | 1 }[];
};

/** The fields to write. A field that is undefined stays unchanged. */
export type RequestedFields = {
  profileID?: number | undefined;
  brand?: string | undefined;
  country?: string | undefined;
  tools?: readonly UserTool[] | undefined;
};

type AcceptInput = {
  fields: RequestedFields;
  /** The grants that the user has before the change. */
  currentTools: readonly UserTool[];
  permissions: readonly Permission[];
  catalogue: Catalogue;
};

/**
 * Returns a message for each wrong field: a value that is not in the catalogue, or a value that the actor may not grant
 * or remove.
 */
export function findRefusedFields({
  fields,
  currentTools,
  permissions,
  catalogue,
}: AcceptInput): Record<string, string> {
  const { profileID, brand, country, tools } = fields;
  const isBrand = (id: string): boolean => catalogue.brands.some((knownBrand) => knownBrand.id === id);
  return {
    ...(profileID !== undefined &&
      !listAssignableProfiles(permissions).includes(profileID) && { profileID: fieldMessages.notAllowed }),
    ...(brand !== undefined && !isBrand(brand) && { brand: fieldMessages.notAllowed }),
    ...(country !== undefined && !isCountry(country) && { country: fieldMessages.notAllowed }),
    ...(tools && {
      ...findRetiredTools(tools, currentTools, catalogue),
      ...findUnknownTools(tools, catalogue),
      ...findGuardedAddOns({ before: currentTools, after: tools, permissions }),
    }),
  };
}

function findUnknownTools(
  tools: readonly UserTool[],
  { brands, tools: knownTools }: Catalogue,
): Record<string, string> {
  const refusedIndexes = tools.flatMap(({ tool, brand, configTools }, index) => {
    const isTool = knownTools.some(({ id, parent }) => id === tool && parent === null);
    const isBrand = brands.some(({ id }) => id === brand);
    const areAddOnsOfTool = configTools.every((addOn) =>
      knownTools.some(({ id, parent }) => id === addOn && parent === tool),
    );
    const isUnique = new Set(configTools).size === configTools.length;
    return [
      ...(isTool ? [] : [[`tools.${index}.tool`, fieldMessages.notAllowed]]),
      ...(isBrand ? [] : [[`tools.${index}.brand`, fieldMessages.notAllowed]]),
      ...(isTool && !(areAddOnsOfTool && isUnique) ? [[`tools.${index}.configTools`, fieldMessages.notAllowed]] : []),
    ];
  });
  return Object.fromEntries(refusedIndexes);
}

/**
 * Returns a message for each retired tool or add-on that the user does not have yet. Users who have a retired tool keep
 * it, but no one else can get it.
 */
function findRetiredTools(
  tools: readonly UserTool[],
  currentTools: readonly UserTool[],
  catalogue: Catalogue,
): Record<string, string> {
  const isRetired = (id: string): boolean =>
    catalogue.tools.some((knownTool) => knownTool.id === id && knownTool.retired === 1);
  const refusedFields = tools.flatMap((grant, index) => {
    const currentGrant = currentTools.find((currentTool) => isSameGrant(currentTool, grant));
    const addedAddOns = grant.configTools.filter((addOn) => !currentGrant?.configTools.includes(addOn));
    return [
      ...(!currentGrant && isRetired(grant.tool) ? [[`tools.${index}.tool`, serverMessages.toolRetired]] : []),
      ...(addedAddOns.some(isRetired) ? [[`tools.${index}.configTools`, serverMessages.addOnRetired]] : []),
    ];
  });
  return Object.fromEntries(refusedFields);
}

type GrantChange = { before: readonly UserTool[]; after: readonly UserTool[]; permissions: readonly Permission[] };

function findGuardedAddOns({ before, after, permissions }: GrantChange): Record<string, string> {
  const refusedFields: Record<string, string> = {};
  for (const { addOn, toAdd, toRemove } of addOnGuards) {
    const previousGrants = before.filter(({ configTools }) => configTools.includes(addOn));
    const newGrants = after.filter(({ configTools }) => configTools.includes(addOn));
    const refuse = (grant: UserTool): void => {
      const index = after.findIndex((changedGrant) => isSameGrant(changedGrant, grant));
      refusedFields[index === -1 ? 'tools' : `tools.${index}.configTools`] = serverMessages.addOnGuarded;
    };
    // A new first or last day counts too: an earlier start or a later end needs the permission `toAdd`, the opposite
    // needs `toRemove`.
    for (const grant of newGrants) {
      const previousGrant = previousGrants.find((candidate) => isSameGrant(candidate, grant));
      const startsEarlierOrEndsLater =
        previousGrant && (grantStart(grant) < grantStart(previousGrant) || grantEnd(grant) > grantEnd(previousGrant));
      const startsLaterOrEndsEarlier =
        previousGrant && (grantStart(grant) > grantStart(previousGrant) || grantEnd(grant) < grantEnd(previousGrant));
      if (
        (startsEarlierOrEndsLater && !permissions.includes(toAdd)) ||
        (startsLaterOrEndsEarlier && !permissions.includes(toRemove))
      )
        refuse(grant);
    }
    const isMissingIn = (grants: readonly UserTool[]) => (grant: UserTool) =>
      !grants.some((listedGrant) => isSameGrant(listedGrant, grant));
    if (!permissions.includes(toAdd)) newGrants.filter(isMissingIn(previousGrants)).forEach(refuse);
    if (!permissions.includes(toRemove)) previousGrants.filter(isMissingIn(newGrants)).forEach(refuse);
  }
  return refusedFields;
}

/**
 * Days are compared as text. A grant without a first day starts before all days, and a grant without a last day ends
 * after all days.
 */
const grantStart = ({ validFrom }: UserTool): string => validFrom ?? '';
const grantEnd = ({ validTo }: UserTool): string => validTo ?? '~';

const isSameGrant = (one: UserTool, other: UserTool): boolean => one.tool === other.tool && one.brand === other.brand;

/** The fields that decide which salesmen are responsible for a customer. */
const scopeFields = ['country', 'brand'];

/**
 * Throws INVALID if a deputy changes the country or brand of a customer of the absent salesman. With such a change, the
 * deputy could keep the customer after the absence.
 */
export async function requireOwnCustomer(
  db: Db,
  actor: Actor,
  { userId, changes }: { userId: number; changes: object },
): Promise<void> {
  const changedScope = scopeFields.filter((field) => field in changes);
  if (changedScope.length === 0 || !(await isSeenOnlyAsDeputy(db, actor, userId))) return;
  throw invalid(Object.fromEntries(changedScope.map((field) => [field, fieldMessages.notAllowed])));
}

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
  const sentFields: UserChanges = {
    ...fields,
    ...(fields.tools && { tools: keepPcs(before.tools, fields.tools) }),
    ...(preferences && { preferences }),
  };
  const currentValues: Record<string, unknown> = { ...before, tools: sortTools(before.tools) };
  const newValues: Record<string, unknown> = {
    ...sentFields,
    ...(sentFields.tools && { tools: sortTools(sentFields.tools) }),
  };
  const isChanged = (field: string): boolean =>
    newValues[field] !== undefined && !isDeepStrictEqual(newValues[field], currentValues[field]);
  return Object.fromEntries(Object.entries(sentFields).filter(([field]) => isChanged(field)));
}

/** A tool without a number of PCs keeps the number that the user has; null is the number of the policy, which is stored as no number. */
const keepPcs = (before: readonly UserTool[], sentTools: readonly UserTool[]): UserTool[] =>
  sentTools.map(({ pcs: sentPcs, ...grant }) => {
    const pcs = sentPcs === undefined ? before.find((stored) => isSameGrant(stored, grant))?.pcs : sentPcs;
    return { ...grant, ...(pcs != null && { pcs }) };
  });

const sortTools = (tools: readonly UserTool[]): UserTool[] =>
  tools
    .map((grant) => ({ ...grant, configTools: grant.configTools.toSorted() }))
    .toSorted((a, b) => (`${a.tool} ${a.brand}` < `${b.tool} ${b.brand}` ? -1 : 1));

/** Returns the columns to write for the given changes, without the tools, which have their own table. */
export const toChangedColumns = ({ preferences, ...fields }: UserChanges): UserColumns => ({
  ...toColumns(fields),
  ...(preferences !== undefined && { preferences: JSON.stringify(preferences) }),
});
