import type { BrandTheme } from '@basics/contract/contrast.ts';
import * as z from 'zod/mini';

const colour = z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i));
const pair = z.tuple([colour, colour]);

/** The colours of a theme, each for the light and the dark scheme: the form of the column `tokens`. */
const storedTheme = z.strictObject({
  brand: pair,
  'brand-hover': pair,
  'on-brand': pair,
  'brand-soft': pair,
  'brand-text': pair,
});
type StoredTheme = z.infer<typeof storedTheme>;

/** A theme as the table stores it. */
export const toStoredTheme = ({ brand, brandHover, onBrand, brandSoft, brandText }: BrandTheme): string =>
  JSON.stringify({
    brand: [brand.light, brand.dark],
    'brand-hover': [brandHover.light, brandHover.dark],
    'on-brand': [onBrand.light, onBrand.dark],
    'brand-soft': [brandSoft.light, brandSoft.dark],
    'brand-text': [brandText.light, brandText.dark],
  } satisfies StoredTheme);

const toSchemes = ([light, dark]: StoredTheme['brand']) => ({ light, dark });

/** Reads a theme of the table; throws if it is not valid. */
export function readTheme(tokens: string): BrandTheme {
  const stored = storedTheme.parse(JSON.parse(tokens));
  return {
    brand: toSchemes(stored.brand),
    brandHover: toSchemes(stored['brand-hover']),
    onBrand: toSchemes(stored['on-brand']),
    brandSoft: toSchemes(stored['brand-soft']),
    brandText: toSchemes(stored['brand-text']),
  };
}

/**
 * One style sheet for all themes, each under its name: the page changes its theme by one attribute, without a script. Only colours pass, so
 * that the table cannot insert other CSS.
 */
export function writeThemesSheet(brands: readonly { theme: string; tokens: string }[]): string {
  return brands.map(({ theme, tokens }) => writeThemeRule(theme, storedTheme.parse(JSON.parse(tokens)))).join('\n');
}

function writeThemeRule(theme: string, tokens: StoredTheme): string {
  const declared = Object.entries(tokens).map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`);
  return `:root[data-brand='${theme.replaceAll(/[^\w-]/g, '')}'] {\n${declared.join('\n')}\n}\n`;
}
