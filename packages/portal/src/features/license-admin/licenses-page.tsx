import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import type { LicenseRenderers } from './license-renderers.ts';
import { LicensesList } from './licenses-list.tsx';

/** The page with the licences of all users in scope. */
export const LicensesPage = (renderers: LicenseRenderers) => (
  <>
    <PageHeading title={texts.title} lead={texts.lead} />
    <LicensesList {...renderers} />
  </>
);
