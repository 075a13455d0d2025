import { expect, test } from 'vitest';
import {
  computeContrastRatio,
  checkContrasts,
  portalColours,
  findThemeFaults,
  isNearDanger,
  describePair,
  formatRatio,
} from './contrast.ts';
import type { BrandTheme } from './contrast.ts';

/** The theme of Basics Blue, as delivered with the portal. */
const blue: BrandTheme = {
  brand: { light: '#1d4ed8', dark: '#2f5fe0' },
  brandHover: { light: '#1a43b8', dark: '#2a56cc' },
  onBrand: { light: '#ffffff', dark: '#ffffff' },
  brandSoft: { light: '#eaf0ff', dark: '#172546' },
  brandText: { light: '#1d4ed8', dark: '#8fb4ff' },
};

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#777777', 1],
  // Two greys whose contrast on white is just above and just below 4.5:1, with the ratios that contrast checkers show.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4.0],
])('%s and %s have a contrast of %d', (firstColour, secondColour, ratio) => {
  expect(computeContrastRatio(firstColour, secondColour)).toBeCloseTo(ratio, 2);
});

test('the theme of Basics Blue has enough contrast in the light and in the dark colours', () => {
  expect(findThemeFaults(blue)).toEqual({});
  expect(checkContrasts(blue)).toHaveLength(22);
});

test('for a pair of colours with too little contrast, `findThemeFaults` names both colours, the ratio and the required ratio', () => {
  expect(findThemeFaults({ ...blue, brandText: { light: '#8fb4ff', dark: '#8fb4ff' } })).toEqual({
    'brandText.light': 'Links on the page: the contrast is 1.93:1 and needs to be 4.5:1.',
  });
});

test.each([
  ['brand', '#eeeeee'],
  ['brandHover', '#eeeeee'],
  ['brandSoft', '#59626f'],
  ['brandText', '#f6f7f9'],
] as const)('%s can have too little contrast in the light scheme', (token, colour) => {
  expect(Object.keys(findThemeFaults({ ...blue, [token]: { ...blue[token], light: colour } }))).toContain(
    `${token}.light`,
  );
});

test('dark text on a bright brand colour is also checked against the darker background next to the sign-in form', () => {
  const brightColour = { light: '#a06000', dark: '#a06000' };
  const theme = {
    ...blue,
    brand: brightColour,
    brandHover: brightColour,
    onBrand: { light: '#000000', dark: '#000000' },
  };
  expect(findThemeFaults(theme)['onBrand.light']).toContain('the shade beside the sign-in form');
});

test.each([
  ['#b91c24', true],
  ['#ff8f85', true],
  ['#c2410c', true],
  ['#1d4ed8', false],
  ['#a21caf', false],
  ['#b45309', false],
  ['#7a6f6f', false],
])('the colour %s looks like the colour of danger: %j (T792)', (colour, isNear) => {
  expect(isNearDanger(colour)).toBe(isNear);
});

test('a contrast ratio is rounded down, so that a ratio that is too low is never shown as sufficient', () => {
  expect(formatRatio(4.4999)).toBe('4.49:1');
  expect(formatRatio(21)).toBe('21.00:1');
});

test('every pair of colours has a unique name', () => {
  const checkNames = checkContrasts(blue).map((check) => `${describePair(check)} ${check.scheme}`);
  expect(new Set(checkNames).size).toBe(checkNames.length);
});

test('the text of the portal has enough contrast on all of its backgrounds', () => {
  for (const scheme of ['light', 'dark'] as const)
    for (const backgroundColour of [portalColours.background, portalColours.surface, portalColours.raised])
      for (const textColour of [portalColours.text, portalColours.mutedText])
        expect(computeContrastRatio(textColour[scheme], backgroundColour[scheme])).toBeGreaterThanOrEqual(4.5);
});
