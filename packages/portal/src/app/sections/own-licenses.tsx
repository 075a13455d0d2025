import { LicensesTable } from '#portal/features/licenses/lists/licenses-table.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { licenses } from '#portal/texts/licenses.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { PcsTabs } from './pcs-tabs.tsx';

/** All licences that the signed-in user ever got, also those that were replaced. */
export const ComposedOwnLicensesPage = () => (
  <>
    <PageHeading title={licenses.table.own} />
    <PcsTabs />
    <LicensesTable userId={useUser().userId} />
  </>
);
