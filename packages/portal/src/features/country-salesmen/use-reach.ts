import { findRole } from '@basics/contract/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '#portal/session/session-context.tsx';
import { assignmentsList } from './country-salesmen.queries.ts';

/** Where the reader may edit: an administrator everywhere, other users only in their own countries. */
export type EditScope = {
  /** Null until it is loaded. */
  mayCreate: boolean | null;
  mayEdit: (country: string) => boolean;
  mayDelete: (country: string) => boolean;
  /** Null if all countries are in scope. */
  countries: ReadonlySet<string> | null;
};

export function useEditScope(): EditScope {
  const { userId, profileID, permissions } = useUser();
  const isEverywhere = findRole(profileID) === 'Administrator';
  const own = useQuery({ ...assignmentsList.firstRows({ salesmanId: userId }), enabled: !isEverywhere });
  const countries = isEverywhere ? null : new Set(own.data?.items.map(({ country }) => country));
  const reaches = (country: string): boolean => countries === null || countries.has(country);
  const mayCreate = permissions.includes('countrySalesman.create') && (countries === null || countries.size > 0);
  return {
    mayCreate: own.isLoading ? null : mayCreate,
    mayEdit: (country) => permissions.includes('countrySalesman.edit') && reaches(country),
    mayDelete: (country) => permissions.includes('countrySalesman.delete') && reaches(country),
    countries,
  };
}
