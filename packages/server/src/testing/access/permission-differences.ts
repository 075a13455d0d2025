import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { isPermitted, listPermissions, profiles, findRole } from '@basics/contract/calls/permissions.ts';
import { relations } from './access-row.ts';
import { accessTable, identities, findOutcome, type Identity } from './access-table.ts';

/**
 * Finds the calls whose permission in the API contract differs from the access table. A permission differs if the contract allows a profile
 * that the table refuses for every record, or refuses a profile that the table allows for some record. The function only compares the two
 * declarations, so that a weakened permission is found without a running server.
 */
export const findPermissionDifferences = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.flatMap(({ name, access }) => {
    const row = accessTable.find(({ endpoint }) => endpoint.name === name);
    if (!row) return [`${name} is not in the table`];
    return identities
      .filter((identity) => {
        const refusals = relations.map((relation) => refusalCodes.has(findOutcome(row, identity, relation)));
        return isPermitted(access, createPermissionHolder(identity)) === refusals.every(Boolean);
      })
      .map((identity) => `${name} for ${identity}`);
  });

const refusalCodes: ReadonlySet<string> = new Set(['NOT_PERMITTED', 'NO_SESSION']);

function createPermissionHolder(identity: Identity) {
  if (identity === 'nobody') return null;
  const profile = Object.entries(profiles).find(([, role]) => role === identity);
  const profileID = profile ? Number(profile[0]) : 99;
  return { profileID, permissions: listPermissions({ userRole: findRole(profileID), userId: 0 }) };
}
