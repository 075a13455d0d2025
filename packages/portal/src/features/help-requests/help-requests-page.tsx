import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { HelpRequestsTable } from './help-requests-table.tsx';

/** Whose code brought no licence, and who waits for an answer. */
export const HelpRequestsPage = () => (
  <>
    <PageHeading title={texts.title} lead={texts.lead} />
    <HelpRequestsTable />
  </>
);
