import { useQuery } from '@tanstack/react-query';
import { TerritoryCard } from '#portal/features/country-salesmen/coverage/territory-card.tsx';
import { assignmentsList, coverageQuery } from '#portal/features/country-salesmen/country-salesmen.queries.ts';
import { RenewalMonths } from '#portal/features/license-admin/renew/renewal-months.tsx';
import { renewalMonthsQuery } from '#portal/features/license-admin/renew/renewals.queries.ts';
import { AbsenceCard } from '#portal/features/users/absence/absence-card.tsx';
import { createAbsenceQuery } from '#portal/features/users/absence/absence.queries.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type SalesmanWorkProps = {
  userId: number;
  /** The page while the work is loading. */
  placeholder: Elements;
  /** Renders the page with the work of the salesman. */
  children: (work: Elements) => Elements;
};

/**
 * Where a salesman works and with whom, the absence, and the renewals by month. The page waits for all of them, because they are above the rest
 * of the page, which must not move.
 */
export function SalesmanWork({ userId, placeholder, children }: SalesmanWorkProps) {
  const results = [
    useQuery(assignmentsList.firstRows({ salesmanId: userId })),
    useQuery(coverageQuery),
    useQuery(createAbsenceQuery(userId)),
    useQuery(renewalMonthsQuery),
  ];
  if (results.some(({ isFetched }) => !isFetched)) return placeholder;
  return children(
    <>
      <TerritoryCard userId={userId} />
      <AbsenceCard userId={userId} />
      <RenewalMonths />
    </>,
  );
}
