import { phrases } from './phrases.ts';

/** A colour as `#rrggbb`. */
type Hex = string;

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

export const themeTokens = ['brand', 'brandHover', 'onBrand', 'brandSoft', 'brandText'] as const;
export type ThemeToken = (typeof themeTokens)[number];

/** The colours in which brands differ, each for the light and the dark scheme. */
export type BrandTheme = Record<ThemeToken, Record<Scheme, Hex>>;

/** The portal's own colours that brand colours are combined with; the same in every theme. */
export const grounds = {
  background: { light: '#f6f7f9', dark: '#0f1115' },
  surface: { light: '#ffffff', dark: '#171a20' },
  raised: { light: '#ffffff', dark: '#1e222a' },
  text: { light: '#171a21', dark: '#eceff4' },
  mutedText: { light: '#596270', dark: '#a3abb8' },
} as const;
type Ground = keyof typeof grounds;

/** A foreground and its background. `token` is the colour to change when their contrast is too low. */
type Pair = {
  token: ThemeToken;
  front: ThemeToken | Ground;
  back: ThemeToken | Ground | 'brandShaded';
  needed: number;
};

/** WCAG 2.2: 4.5:1 for text (1.4.3), 3:1 for what makes a control visible (1.4.11). */
const text = 4.5;
const control = 3;

const pairs: readonly Pair[] = [
  { token: 'brand', front: 'onBrand', back: 'brand', needed: text },
  { token: 'brandHover', front: 'onBrand', back: 'brandHover', needed: text },
  // The darkest part of the background next to the sign-in form.
  { token: 'onBrand', front: 'onBrand', back: 'brandShaded', needed: text },
  { token: 'brand', front: 'brand', back: 'background', needed: control },
  { token: 'brand', front: 'brand', back: 'surface', needed: control },
  { token: 'brandText', front: 'brandText', back: 'background', needed: text },
  { token: 'brandText', front: 'brandText', back: 'surface', needed: text },
  { token: 'brandText', front: 'brandText', back: 'raised', needed: text },
  { token: 'brandText', front: 'brandText', back: 'brandSoft', needed: text },
  { token: 'brandSoft', front: 'text', back: 'brandSoft', needed: text },
  { token: 'brandSoft', front: 'mutedText', back: 'brandSoft', needed: text },
];

export type ContrastCheck = Pair & { scheme: Scheme; ratio: number; isEnough: boolean };

/** Every pair of colours that a theme combines, with its ratio. The colours must be `#rrggbb`. */
export const contrastsOf = (theme: BrandTheme): ContrastCheck[] =>
  schemes.flatMap((scheme) =>
    pairs.map((pair) => {
      const colours = colourOf(theme, scheme);
      const ratio = contrastRatio(colours[pair.front], colours[pair.back]);
      return { ...pair, scheme, ratio, isEnough: ratio >= pair.needed };
    }),
  );

/** The share of black in the darkest part of the background next to the sign-in form; its style sheet has the same value. */
export const shadeOfBrand = 0.38;

const colourOf = (theme: BrandTheme, scheme: Scheme): Record<ThemeToken | Ground | 'brandShaded', Hex> => ({
  background: grounds.background[scheme],
  surface: grounds.surface[scheme],
  raised: grounds.raised[scheme],
  text: grounds.text[scheme],
  mutedText: grounds.mutedText[scheme],
  brand: theme.brand[scheme],
  brandHover: theme.brandHover[scheme],
  onBrand: theme.onBrand[scheme],
  brandSoft: theme.brandSoft[scheme],
  brandText: theme.brandText[scheme],
  brandShaded: hexOf(channelsOf(theme.brand[scheme]).map((channel) => channel * (1 - shadeOfBrand))),
});

/** The contrast of two colours, 1 to 21; WCAG 2.2, "contrast ratio". */
export function contrastRatio(one: Hex, other: Hex): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, "relative luminance" in sRGB. */
function luminance(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (colour: Hex): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const hexOf = (channels: readonly number[]): Hex =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** A ratio as text: rounded down, so that a failed one is never shown as sufficient. */
export const ratioWords = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;

/** The two colours of a pair by name: "Links on the page". */
export const pairWords = ({ front, back }: Pick<ContrastCheck, 'front' | 'back'>): string =>
  phrases().colourPair(front, back);

/** The faults of a theme: the first one of each colour, by its path (`brandText.dark`), with the ratio and the required ratio. */
export function themeFaults(theme: BrandTheme): Record<string, string> {
  const failed = contrastsOf(theme).filter(({ isEnough }) => !isEnough);
  const faults = failed.map((check): [string, string] => [
    `${check.token}.${check.scheme}`,
    phrases().lowContrast(pairWords(check), ratioWords(check.ratio), check.needed),
  ]);
  return Object.fromEntries(faults.toReversed());
}
