import { PcsHeading } from '#portal/features/license-admin/seats/pcs-heading.tsx';
import { LicensesTable } from '#portal/features/licenses/lists/licenses-table.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { licenses } from '#portal/texts/licenses.ts';
import { PcsTabs } from './pcs-tabs.tsx';

/** All licences that the signed-in user ever got, also those that were replaced. */
export const ComposedOwnLicensesPage = () => (
  <>
    <PcsHeading windowTitle={licenses.table.own} />
    <PcsTabs />
    <LicensesTable userId={useUser().userId} />
  </>
);
