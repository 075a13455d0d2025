import { BrandPage } from '#portal/features/brands/brand-page.tsx';
import { LegalCard } from '#portal/features/legal/legal-card.tsx';

/** The page of a brand with the legal texts of the brand, which are separate features. */
export const ComposedBrandPage = () => <BrandPage renderTexts={({ id }) => <LegalCard brandId={id} />} />;
