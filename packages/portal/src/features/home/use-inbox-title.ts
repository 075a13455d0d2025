import { useQuery } from '@tanstack/react-query';
import { home } from '#portal/texts/home.ts';
import { usePageTitle } from '#portal/ui/layout/page-title.tsx';
import { inboxQuery } from './staff-inbox.queries.ts';

/**
 * Loads the inbox of staff, and sets the window title. For staff it contains the number of lost PCs in use, help requests, requests and failed e-mails, as soon as the inbox
 * has loaded. Licences that expire soon and coverage gaps are not urgent and are not counted.
 */
export function useInboxTitle(isStaff: boolean): { isInboxFetched: boolean } {
  const { data, isFetched } = useQuery({ ...inboxQuery, enabled: isStaff });
  const urgentSections = data ? [data.lostPcs, data.questions, data.requests, data.failedMails] : [];
  const urgentTotal = urgentSections.reduce((sum, section) => sum + section.total, 0);
  const countText = urgentSections.some((section) => section.totalIsMinimum) ? `${urgentTotal}+` : String(urgentTotal);
  usePageTitle(urgentTotal === 0 ? home.title : home.titleWithCount(countText));
  return { isInboxFetched: isFetched };
}
