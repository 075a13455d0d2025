/** A colour in the light scheme, and its counterpart in the dark scheme. */
type ColoursByScheme = readonly [light: string, dark: string];

/** The colours in which themes differ; all other tokens are the same in every theme. */
export type BrandTokens = Record<'brand' | 'brand-hover' | 'on-brand' | 'brand-soft' | 'brand-text', ColoursByScheme>;

/** Every pair of text and background colours here has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3). */
const blue: BrandTokens = {
  brand: ['#1d4ed8', '#2f5fe0'],
  'brand-hover': ['#1a43b8', '#2a56cc'],
  'on-brand': ['#ffffff', '#ffffff'],
  'brand-soft': ['#eaf0ff', '#172546'],
  'brand-text': ['#1d4ed8', '#8fb4ff'],
};

const red: BrandTokens = {
  brand: ['#b91c24', '#c62a32'],
  'brand-hover': ['#9c171e', '#b3242c'],
  'on-brand': ['#ffffff', '#ffffff'],
  'brand-soft': ['#feecec', '#3b171a'],
  'brand-text': ['#b91c24', '#ff9c9f'],
};

/** Three stacked bars, each shorter than the one below. */
const stackedBars = '<path d="M11 23h18v4H11zM11 16.5h13v4H11zM11 10h8v4h-8z" fill="#fff"/>';
/** Three columns, each higher than the one before. */
const threeColumns = '<path d="M11 20h4.5v7H11zM17.75 15h4.5v12h-4.5zM24.5 10H29v17h-4.5z" fill="#fff"/>';

const createSvg = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40">${shapes}</svg>`;

/** Draws a white shape on a background in the colour of the brand, which is visible on light and on dark pages. */
const createSquareLogo = (colour: string, shapePath: string) =>
  createSvg(`<rect width="40" height="40" rx="9" fill="${colour}"/>${shapePath}`);
const createRoundLogo = (colour: string, shapePath: string) =>
  createSvg(`<circle cx="20" cy="20" r="20" fill="${colour}"/>${shapePath}`);

const blueLogo = createSquareLogo('#2f5fe0', stackedBars);
const redLogo = createRoundLogo('#c62a32', threeColumns);

export const brands = [
  {
    id: 'blue',
    code: 0,
    name: 'Basics Blue',
    theme: 'product',
    tokens: blue,
    mark_svg: blueLogo,
    favicon_svg: blueLogo,
    support_email: 'support@basics-blue.example',
    legal_entity: 'Basics Blue',
    sender_address: 'Basics Blue <no-reply@basics-blue.example>',
    is_default: 1,
  },
  {
    id: 'red',
    code: 1,
    name: 'Basics Red',
    theme: 'partner',
    tokens: red,
    mark_svg: redLogo,
    favicon_svg: redLogo,
    support_email: 'support@basics-red.example',
    legal_entity: 'Basics Red',
    sender_address: 'Basics Red <no-reply@basics-red.example>',
    is_default: 0,
  },
];

export const tools = [
  { id: 'basics', code: 7, name: 'Basics', max_major: 255, parent_tool_id: null, entitlement_bit: null },
  { id: 'configRail', code: null, name: 'Config Rail', max_major: 255, parent_tool_id: 'basics', entitlement_bit: 0 },
];

const staffTerms = { months: 12, days: null, seats: 3 };
const customerTerms = { months: 12, days: null, seats: 2 };
const urjaTerms = { months: 6, days: null, seats: 1 };
const viewerTerms = { months: null, days: 30, seats: 1 };

const durationByProfile = [
  [1, staffTerms],
  [2, staffTerms],
  [6, staffTerms],
  [10, staffTerms],
  [3, customerTerms],
  [5, customerTerms],
  [7, customerTerms],
  [8, customerTerms],
  [13, urjaTerms],
  [0, viewerTerms],
] as const;

/** The policies for each profile: how long a licence is valid, and on how many PCs. The policies of both brands are the same. */
export const policies = brands.flatMap((brand) =>
  durationByProfile.map(([profile_id, duration]) => ({
    profile_id,
    tool_id: 'basics',
    brand_id: brand.id,
    ...duration,
    moves: 3,
    grace_days: 14,
  })),
);
