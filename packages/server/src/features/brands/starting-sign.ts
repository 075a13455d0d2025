import type { BrandTheme } from '@basics/contract/contrast.ts';

/** What stands for a brand until it has a mark of its own: a ring on its colour, which stands out from light and from dark. */
export const startingSign = ({ brand, onBrand }: BrandTheme): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" rx="9" fill="${brand.dark}"/><circle cx="20" cy="20" r="8" fill="none" stroke="${onBrand.dark}" stroke-width="5"/></svg>`;
