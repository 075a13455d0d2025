import { BrandPage } from '#portal/features/brands/brand-page.tsx';
import { LegalCard } from '#portal/features/legal/legal-card.tsx';

/** A brand with its legal texts, which are separate features. */
export const ComposedBrandPage = () => <BrandPage renderTexts={({ id }) => <LegalCard brandId={id} />} />;
