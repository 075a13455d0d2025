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
export const storedOf = ({ brand, brandHover, onBrand, brandSoft, brandText }: BrandTheme): string =>
  JSON.stringify({
    brand: [brand.light, brand.dark],
    'brand-hover': [brandHover.light, brandHover.dark],
    'on-brand': [onBrand.light, onBrand.dark],
    'brand-soft': [brandSoft.light, brandSoft.dark],
    'brand-text': [brandText.light, brandText.dark],
  } satisfies StoredTheme);

const schemed = ([light, dark]: StoredTheme['brand']) => ({ light, dark });

/** Reads a theme of the table; throws if it is not valid. */
export function themeOf(tokens: string): BrandTheme {
  const stored = storedTheme.parse(JSON.parse(tokens));
  return {
    brand: schemed(stored.brand),
    brandHover: schemed(stored['brand-hover']),
    onBrand: schemed(stored['on-brand']),
    brandSoft: schemed(stored['brand-soft']),
    brandText: schemed(stored['brand-text']),
  };
}

/**
 * One style sheet for all themes, each under its name: the page changes its theme by one attribute, without a script. Only colours pass, so
 * that the table cannot insert other CSS.
 */
export function themesSheet(brands: readonly { theme: string; tokens: string }[]): string {
  return brands.map(({ theme, tokens }) => lookRule(theme, storedTheme.parse(JSON.parse(tokens)))).join('\n');
}

function lookRule(theme: string, tokens: StoredTheme): string {
  const declared = Object.entries(tokens).map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`);
  return `:root[data-brand='${theme.replaceAll(/[^\w-]/g, '')}'] {\n${declared.join('\n')}\n}\n`;
}
