import { licenseAdmin } from '#portal/texts/license-admin.ts';
import { licenses } from '#portal/texts/licenses.ts';
import { PageTabs } from '#portal/ui/headings/page-tabs.tsx';

/** The two views of what a customer has: the PCs, and all licences that they ever got. */
export const PcsTabs = () => (
  <PageTabs
    label={licenseAdmin.machines.title}
    tabs={[
      { label: licenseAdmin.machines.title, to: '/pcs' },
      { label: licenses.table.own, to: '/pcs/licences' },
    ]}
  />
);
