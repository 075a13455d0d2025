import { phrases } from '../texts/phrases.ts';

/** A colour as `#rrggbb`. */
type HexColour = string;

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

export const themeTokens = ['brand', 'brandHover', 'onBrand', 'brandSoft', 'brandText'] as const;
export type ThemeToken = (typeof themeTokens)[number];

/** The colours in which brands differ, each for the light and the dark scheme. */
export type BrandTheme = Record<ThemeToken, Record<Scheme, HexColour>>;

/**
 * The colours of the portal that are shown together with brand colours. These colours of the portal are the same in
 * every theme.
 */
export const portalColours = {
  background: { light: '#f6f7f9', dark: '#0f1115' },
  surface: { light: '#ffffff', dark: '#171a20' },
  raised: { light: '#ffffff', dark: '#1e222a' },
  text: { light: '#171a21', dark: '#eceff4' },
  mutedText: { light: '#596270', dark: '#a3abb8' },
} as const;
type PortalColour = keyof typeof portalColours;

/**
 * A foreground colour and the background colour behind it. `token` is the colour to change if the contrast of the two
 * colours is too low.
 */
type ColourPair = {
  token: ThemeToken;
  front: ThemeToken | PortalColour;
  back: ThemeToken | PortalColour | 'brandShaded';
  requiredRatio: number;
};

/** The minimum contrast ratios of WCAG 2.2: 4.5:1 for text (1.4.3), and 3:1 for the parts that make a control visible (1.4.11). */
const minTextContrast = 4.5;
const minControlContrast = 3;

const colourPairs: readonly ColourPair[] = [
  { token: 'brand', front: 'onBrand', back: 'brand', requiredRatio: minTextContrast },
  { token: 'brandHover', front: 'onBrand', back: 'brandHover', requiredRatio: minTextContrast },
  // `brandShaded` is the darkest part of the background next to the sign-in form.
  { token: 'onBrand', front: 'onBrand', back: 'brandShaded', requiredRatio: minTextContrast },
  { token: 'brand', front: 'brand', back: 'background', requiredRatio: minControlContrast },
  { token: 'brand', front: 'brand', back: 'surface', requiredRatio: minControlContrast },
  { token: 'brandText', front: 'brandText', back: 'background', requiredRatio: minTextContrast },
  { token: 'brandText', front: 'brandText', back: 'surface', requiredRatio: minTextContrast },
  { token: 'brandText', front: 'brandText', back: 'raised', requiredRatio: minTextContrast },
  { token: 'brandText', front: 'brandText', back: 'brandSoft', requiredRatio: minTextContrast },
  { token: 'brandSoft', front: 'text', back: 'brandSoft', requiredRatio: minTextContrast },
  { token: 'brandSoft', front: 'mutedText', back: 'brandSoft', requiredRatio: minTextContrast },
];

/** The contrast ratio of a pair of colours in one scheme, and whether this ratio is high enough. */
export type ContrastCheck = ColourPair & { scheme: Scheme; ratio: number; isEnough: boolean };

/** Returns every pair of colours that a theme combines, with its contrast ratio. The colours must be `#rrggbb`. */
export const checkContrasts = (theme: BrandTheme): ContrastCheck[] =>
  schemes.flatMap((scheme) =>
    colourPairs.map((colourPair) => {
      const colours = listColours(theme, scheme);
      const ratio = computeContrastRatio(colours[colourPair.front], colours[colourPair.back]);
      return { ...colourPair, scheme, ratio, isEnough: ratio >= colourPair.requiredRatio };
    }),
  );

/**
 * The share of black in the darkest part of the background next to the sign-in form. The style sheet of the sign-in page contains the same
 * value.
 */
export const brandShadeShare = 0.38;

const listColours = (
  theme: BrandTheme,
  scheme: Scheme,
): Record<ThemeToken | PortalColour | 'brandShaded', HexColour> => ({
  background: portalColours.background[scheme],
  surface: portalColours.surface[scheme],
  raised: portalColours.raised[scheme],
  text: portalColours.text[scheme],
  mutedText: portalColours.mutedText[scheme],
  brand: theme.brand[scheme],
  brandHover: theme.brandHover[scheme],
  onBrand: theme.onBrand[scheme],
  brandSoft: theme.brandSoft[scheme],
  brandText: theme.brandText[scheme],
  brandShaded: toHex(readChannels(theme.brand[scheme]).map((channel) => channel * (1 - brandShadeShare))),
});

/** Computes the "contrast ratio" of WCAG 2.2 for two colours: a number from 1 to 21. */
export function computeContrastRatio(firstColour: HexColour, secondColour: HexColour): number {
  const [lighter = 0, darker = 0] = [computeLuminance(firstColour), computeLuminance(secondColour)].toSorted(
    (a, b) => b - a,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** Computes the "relative luminance" of WCAG 2.2 in sRGB: 0 for black, 1 for white. */
function computeLuminance(colour: HexColour): number {
  const [red = 0, green = 0, blue = 0] = readChannels(colour).map((channel) => {
    const fraction = channel / 255;
    return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const readChannels = (colour: HexColour): number[] =>
  [1, 3, 5].map((position) => Number.parseInt(colour.slice(position, position + 2), 16));
const toHex = (channels: readonly number[]): HexColour =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** The hue of the colour with which the portal marks danger, and the distance in degrees within which a colour looks like it. */
const dangerHue = 4;
const nearDegrees = 20;

/** Returns whether a brand colour looks like the colour of danger: a clear red. */
export function isNearDanger(colour: HexColour): boolean {
  const [red = 0, green = 0, blue = 0] = readChannels(colour);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most !== red || most - least < 64) return false;
  const hue = (60 * (green - blue)) / (most - least);
  return Math.abs(hue - dangerHue) <= nearDegrees;
}

/**
 * Formats a contrast ratio. The ratio is rounded down, so that a ratio that is too low is never shown as sufficient.
 */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;

/** Returns the names of the two colours of a pair, such as "Links on the page". */
export const describePair = ({ front, back }: Pick<ContrastCheck, 'front' | 'back'>): string =>
  phrases().colourPair(front, back);

/** Returns the first fault of each colour of a theme, by the path of the colour (`brandText.dark`), with the ratio and the required ratio. */
export function findThemeFaults(theme: BrandTheme): Record<string, string> {
  const failedChecks = checkContrasts(theme).filter(({ isEnough }) => !isEnough);
  const faultsByToken = failedChecks.map((check): [string, string] => [
    `${check.token}.${check.scheme}`,
    phrases().lowContrast(describePair(check), formatRatio(check.ratio), check.requiredRatio),
  ]);
  return Object.fromEntries(faultsByToken.toReversed());
}
