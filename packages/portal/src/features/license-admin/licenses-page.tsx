import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import type { LicenseRenderers } from './license-renderers.ts';
import { LicensesList } from './licenses-list.tsx';

const WatchListButton = createLazyPart(async () => (await import('./watch-list-button.tsx')).WatchListButton);

/** The page with the licences of all users whom staff may see. */
export const LicensesPage = (renderers: LicenseRenderers) => (
  <>
    <PageHeading
      title={texts.title}
      introText={texts.lead}
      actions={
        <OptionalPart>
          <WatchListButton />
        </OptionalPart>
      }
    />
    <LicensesList {...renderers} />
  </>
);
