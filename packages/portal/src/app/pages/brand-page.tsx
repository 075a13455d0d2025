import { Suspense } from 'react';
import { BrandPage } from '#portal/features/brands/brand-page.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';

// The legal texts are below the visible part of the page, so the page does not wait for their script.
const LegalCard = createLazyPart(async () => (await import('#portal/features/legal/legal-card.tsx')).LegalCard);

/** The page of a brand with the legal texts of the brand, which are separate features. */
export const ComposedBrandPage = () => (
  <BrandPage
    renderTexts={({ id }) => (
      <Suspense fallback={<Skeleton height="14rem" />}>
        <LegalCard brandId={id} />
      </Suspense>
    )}
  />
);
