import { expect, test } from 'vitest';
import { brands } from '#server/database/migrations/shipped-rows.data.ts';
import { writeThemesSheet } from './themes.ts';

const tokens = {
  brand: ['#1d4ed8', '#2f5fe0'],
  'brand-hover': ['#1a43b8', '#2a56cc'],
  'on-brand': ['#ffffff', '#fff'],
  'brand-soft': ['#eaf0ff', '#172546ff'],
  'brand-text': ['#1D4ED8', '#8fb4ff'],
};
const writeSheetOfTheme = (theme: string, changes: Record<string, unknown> = {}) =>
  writeThemesSheet([{ theme, tokens: JSON.stringify({ ...tokens, ...changes }) }]);

test('a style sheet has five colours for each theme, in the light and the dark scheme', () => {
  expect(writeSheetOfTheme('product')).toBe(`:root[data-brand='product'] {
  --brand: light-dark(#1d4ed8, #2f5fe0);
  --brand-hover: light-dark(#1a43b8, #2a56cc);
  --on-brand: light-dark(#ffffff, #fff);
  --brand-soft: light-dark(#eaf0ff, #172546ff);
  --brand-text: light-dark(#1D4ED8, #8fb4ff);
}
`);
});

test('the themes of both brands that the portal comes with are valid', () => {
  const stylesheet = writeThemesSheet(
    brands.map(({ theme, tokens: shipped }) => ({ theme, tokens: JSON.stringify(shipped) })),
  );
  expect(stylesheet.match(/:root\[data-brand='(product|partner)'\]/g)).toHaveLength(2);
});

test('the theme "product" is blue and the theme "partner" is red, in light and dark colours (T261)', () => {
  const findMainColour = (colour: string): string => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/gi) ?? []).map((hexByte) =>
      Number.parseInt(hexByte, 16),
    );
    return blue > Math.max(red, green) + 50 ? 'blue' : red > Math.max(green, blue) + 50 ? 'red' : 'neither';
  };
  const mainColours = brands.map(({ theme, tokens: { brand } }) => [theme, ...brand.map(findMainColour)]);
  expect(mainColours).toEqual([
    ['product', 'blue', 'blue'],
    ['partner', 'red', 'red'],
  ]);
});

test.each([
  'red',
  '#12',
  '#123456789',
  '#fff; } body { display: none',
  'url(https://evil.example/x)',
  'expression(alert(1))',
  '#fff/**/',
  '#fff\n',
  'var(--x)',
  '',
])('a colour of the form %j is refused', (colour) => {
  expect(() => writeSheetOfTheme('product', { brand: [colour, '#ffffff'] })).toThrow();
});

test('a theme with an unknown, missing or incomplete colour is refused, and so is a theme that is not JSON', () => {
  expect(() => writeSheetOfTheme('product', { 'brand: red; x': ['#fff', '#fff'] })).toThrow();
  expect(() => writeSheetOfTheme('product', { brand: undefined })).toThrow();
  expect(() => writeSheetOfTheme('product', { brand: ['#fff'] })).toThrow();
  expect(() => writeThemesSheet([{ theme: 'product', tokens: 'not JSON' }])).toThrow();
});

test('a quotation mark in a theme name cannot end the string in the style sheet', () => {
  expect(writeSheetOfTheme("x'] { } * { display: none } /*")).toMatch(/^:root\[data-brand='xdisplaynone'\] \{\n/);
});
