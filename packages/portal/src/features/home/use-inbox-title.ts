import { useQuery } from '@tanstack/react-query';
import { home } from '#portal/texts/home.ts';
import { usePageTitle } from '#portal/ui/layout/page-title.tsx';
import { inboxQuery } from './staff-inbox.queries.ts';

/**
 * Sets the title of the window: the name of the page, for staff with the number of lost PCs in use, help requests, requests and failed e-mails once the inbox
 * has loaded. Licences that end soon and gaps are plans, and do not count.
 */
export function useInboxTitle(): { isInboxFetched: boolean } {
  const { data, isFetched } = useQuery({ ...inboxQuery, enabled: false });
  const urgent = data ? [data.lostPcs, data.questions, data.requests, data.failedMails] : [];
  const total = urgent.reduce((sum, each) => sum + each.total, 0);
  const count = urgent.some((each) => each.totalIsMinimum) ? `${total}+` : String(total);
  usePageTitle(total === 0 ? home.title : home.titleWithCount(count));
  return { isInboxFetched: isFetched };
}
