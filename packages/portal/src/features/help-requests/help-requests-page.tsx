import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { HelpRequestsTable } from './help-requests-table.tsx';

/** The page with the help requests of customers who could not get a licence. */
export const HelpRequestsPage = () => (
  <>
    <PageHeading title={texts.title} />
    <HelpRequestsTable />
  </>
);
