import { requests as texts } from '#portal/texts/requests.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { RequestsTable } from './requests-table.tsx';

/** Who has asked for an account and waits for a decision. */
export const RequestsPage = () => (
  <>
    <PageHeading title={texts.title} lead={texts.lead} />
    <RequestsTable />
  </>
);
