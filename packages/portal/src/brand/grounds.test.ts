import { portalColours, brandShadeShare } from '@basics/contract/brands/contrast.ts';
import { expect, test } from 'vitest';
import publicLayout from '../app/layouts/public-layout.module.css?raw';
import preview from '#portal/features/brands/theme/theme-preview.module.css?raw';
import tokens from './tokens.css?raw';

/** Converts a short colour to the long form: `#fff` to `#ffffff`. */
const toLongColour = (colour: string): string =>
  colour.length === 4 ? colour.replaceAll(/[0-9a-f]/gi, '$&$&') : colour;

/** Reads the light and the dark colour of a token (a CSS variable) from the style sheet. */
function readColours(token: string) {
  const [, light = '', dark = ''] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(tokens) ?? [];
  return { light: toLongColour(light), dark: toLongColour(dark) };
}

test('the contrast check of themes uses the background and text colours of the pages', () => {
  expect({
    background: readColours('bg'),
    surface: readColours('surface'),
    raised: readColours('raised'),
    text: readColours('fg'),
    mutedText: readColours('muted'),
  }).toEqual(portalColours);
});

test.each([
  ['beside the sign-in form', publicLayout],
  ['in the preview', preview],
])('the contrast check uses the brand shade %s', (_, sheet) => {
  expect(sheet).toContain(`color-mix(in srgb, var(--brand), #000 ${brandShadeShare * 100}%)`);
});

/** How far a colour is from grey: 0 to 255. */
function measureChroma(colour: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return Math.max(...channels) - Math.min(...channels);
}

test('information and what is selected have no colour of a brand, and danger has a colour', () => {
  for (const token of ['info', 'info-soft'])
    for (const colour of Object.values(readColours(token))) expect(measureChroma(colour)).toBeLessThan(30);
  for (const colour of Object.values(readColours('danger'))) expect(measureChroma(colour)).toBeGreaterThan(100);
});
