import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import type { LicensePieces } from './license-renderers.ts';
import { LicensesList } from './licenses-list.tsx';

/** The licences of all users in scope. */
export const LicensesPage = (pieces: LicensePieces) => (
  <>
    <PageHeading title={texts.title} lead={texts.lead} />
    <LicensesList {...pieces} />
  </>
);
