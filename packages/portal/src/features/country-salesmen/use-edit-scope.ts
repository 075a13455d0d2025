import { findRole } from '@basics/contract/calls/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '#portal/session/session-context.tsx';
import { assignmentsList } from './country-salesmen.queries.ts';

/**
 * The countries in which the user may edit assignments: administrators in all countries, other users only in their own
 * countries.
 */
export type EditScope = {
  /** Whether the user may create assignments; null until the countries of the user are loaded. */
  mayCreate: boolean | null;
  mayEdit: (country: string) => boolean;
  mayDelete: (country: string) => boolean;
  /** The countries in which the user may edit assignments; null means all countries. */
  countries: ReadonlySet<string> | null;
};

export function useEditScope(): EditScope {
  const { userId, profileID, permissions } = useUser();
  const isUnlimited = findRole(profileID) === 'Administrator';
  const ownAssignments = useQuery({ ...assignmentsList.firstRows({ salesmanId: userId }), enabled: !isUnlimited });
  const countries = isUnlimited ? null : new Set(ownAssignments.data?.items.map(({ country }) => country));
  const isInScope = (country: string): boolean => countries === null || countries.has(country);
  const mayCreate = permissions.includes('countrySalesman.create') && (countries === null || countries.size > 0);
  return {
    mayCreate: ownAssignments.isLoading ? null : mayCreate,
    mayEdit: (country) => permissions.includes('countrySalesman.edit') && isInScope(country),
    mayDelete: (country) => permissions.includes('countrySalesman.delete') && isInScope(country),
    countries,
  };
}
