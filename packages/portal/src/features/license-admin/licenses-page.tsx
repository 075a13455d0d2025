import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import type { LicenseRenderers } from './license-renderers.ts';
import { LicensesList } from './licenses-list.tsx';
import { WatchListButton } from './watch-list-button.tsx';

/** The page with the licences of all users whom staff may see. */
export const LicensesPage = (renderers: LicenseRenderers) => (
  <>
    <PageHeading title={texts.title} introText={texts.lead} actions={<WatchListButton />} />
    <LicensesList {...renderers} />
  </>
);
