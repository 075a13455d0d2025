import type { BrandTheme } from '@basics/contract/brands/contrast.ts';
import * as z from 'zod/mini';

const colour = z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i));
const colourPair = z.tuple([colour, colour]);

/** The JSON in the column `tokens`: the colours of a theme, each for the light and the dark scheme. */
const storedTheme = z.strictObject({
  brand: colourPair,
  'brand-hover': colourPair,
  'on-brand': colourPair,
  'brand-soft': colourPair,
  'brand-text': colourPair,
});
type StoredTheme = z.infer<typeof storedTheme>;

/** Converts a theme to the JSON in the column `tokens`. */
export const toStoredTheme = ({ brand, brandHover, onBrand, brandSoft, brandText }: BrandTheme): string =>
  JSON.stringify({
    brand: [brand.light, brand.dark],
    'brand-hover': [brandHover.light, brandHover.dark],
    'on-brand': [onBrand.light, onBrand.dark],
    'brand-soft': [brandSoft.light, brandSoft.dark],
    'brand-text': [brandText.light, brandText.dark],
  } satisfies StoredTheme);

const toSchemes = ([light, dark]: StoredTheme['brand']) => ({ light, dark });

/** Reads a theme from the column `tokens`; throws if it is not valid. */
export function readTheme(tokens: string): BrandTheme {
  const storedTokens = storedTheme.parse(JSON.parse(tokens));
  return {
    brand: toSchemes(storedTokens.brand),
    brandHover: toSchemes(storedTokens['brand-hover']),
    onBrand: toSchemes(storedTokens['on-brand']),
    brandSoft: toSchemes(storedTokens['brand-soft']),
    brandText: toSchemes(storedTokens['brand-text']),
  };
}

/**
 * Writes one style sheet for all themes. A page selects a theme by its name in one attribute, without a script. The theme accepts only
 * colours, so that the stored values cannot insert other CSS.
 */
export function writeThemesSheet(brands: readonly { theme: string; tokens: string }[]): string {
  return brands.map(({ theme, tokens }) => writeThemeRule(theme, storedTheme.parse(JSON.parse(tokens)))).join('\n');
}

function writeThemeRule(theme: string, tokens: StoredTheme): string {
  const declarations = Object.entries(tokens).map(
    ([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`,
  );
  return `:root[data-brand='${theme.replaceAll(/[^\w-]/g, '')}'] {\n${declarations.join('\n')}\n}\n`;
}
