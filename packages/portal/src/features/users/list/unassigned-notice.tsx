import { useQuery } from '@tanstack/react-query';
import { users as texts } from '#portal/texts/users.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { createAssignmentsQuery } from './list-parts.queries.ts';

/** Warns a salesman that no country is assigned to them. */
export function UnassignedNotice({ salesmanId }: { salesmanId: number }) {
  const assignmentsQuery = useQuery(createAssignmentsQuery(salesmanId));
  if (assignmentsQuery.data !== 0) return null;
  return (
    <Notice tone="warn" title={texts.unassigned.title}>
      <p>{texts.unassigned.text}</p>
    </Notice>
  );
}
