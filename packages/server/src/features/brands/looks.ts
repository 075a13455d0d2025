import * as z from 'zod/mini';

const colour = z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i));
const pair = z.tuple([colour, colour]);

/** The colours that make a look, each for the light and the dark scheme. */
const lookTokens = z.strictObject({
  brand: pair,
  'brand-hover': pair,
  'on-brand': pair,
  'brand-soft': pair,
  'brand-text': pair,
});

/**
 * One style sheet for all looks, each under its theme name: the page changes its look by one attribute, without a script.
 * Only colours pass, so that nothing else than a look can get into it from the table.
 */
export function looksSheet(brands: readonly { theme: string; tokens: string }[]): string {
  return brands.map(({ theme, tokens }) => lookRule(theme, lookTokens.parse(JSON.parse(tokens)))).join('\n');
}

function lookRule(theme: string, tokens: z.infer<typeof lookTokens>): string {
  const declared = Object.entries(tokens).map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`);
  return `:root[data-brand='${theme.replaceAll(/[^\w-]/g, '')}'] {\n${declared.join('\n')}\n}\n`;
}
