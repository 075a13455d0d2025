import { requests as texts } from '#portal/texts/requests.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { RequestsTable } from './requests-table.tsx';

/** The page of the requests for accounts that wait for a decision. */
export const RequestsPage = () => (
  <>
    <PageHeading title={texts.title} />
    <RequestsTable />
  </>
);
