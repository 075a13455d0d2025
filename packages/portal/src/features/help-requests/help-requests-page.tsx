import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { HelpRequestsTable } from './help-requests-table.tsx';

/** Customers who could not get a licence and wait for an answer. */
export const HelpRequestsPage = () => (
  <>
    <PageHeading title={texts.title} lead={texts.lead} />
    <HelpRequestsTable />
  </>
);
