import { changedBrand, maxBrands, newBrand, type FullBrand } from '@basics/contract/brands/brands.ts';
import { findThemeFaults, themeTokens, schemes, type BrandTheme } from '@basics/contract/brands/contrast.ts';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, FieldPath, Resolver } from 'react-hook-form';
import { brands as texts } from '#portal/texts/brands.ts';
import type { ChangedBrand, NewBrand } from './brands.queries.ts';

/**
 * The values of the brand form. The host names are one text with one line for each host name, and the number of the
 * brand is a text.
 */
export type BrandValues = {
  id: string;
  theme: string;
  code: string;
  name: string;
  supportEmail: string;
  legalEntity: string;
  senderAddress: string;
  hosts: string;
  tokens: BrandTheme;
};

export const toValues = (brand: FullBrand): BrandValues => ({
  id: brand.id,
  theme: brand.theme,
  code: String(brand.code),
  name: brand.name,
  supportEmail: brand.supportEmail,
  legalEntity: brand.legalEntity,
  senderAddress: brand.senderAddress,
  hosts: brand.hosts.join('\n'),
  tokens: brand.tokens,
});

/** Returns the brand numbers that are not used yet. */
export const listFreeNumbers = (existingBrands: readonly FullBrand[]): number[] =>
  Array.from({ length: maxBrands }, (_, code) => code).filter((code) =>
    existingBrands.every((brand) => brand.code !== code),
  );

/** Returns the initial values of a new brand, with the colours of the first brand, or null if no number is free. */
export const createInitialValues = (existingBrands: readonly FullBrand[]): BrandValues | null => {
  const [first] = existingBrands;
  const [code] = listFreeNumbers(existingBrands);
  if (!first || code === undefined) return null;
  const emptyValues = { id: '', theme: '', name: '', supportEmail: '', legalEntity: '', senderAddress: '', hosts: '' };
  return { ...emptyValues, code: String(code), tokens: first.tokens };
};

export const parseHosts = (hostsText: string): string[] =>
  hostsText
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

type Issues = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
export type ParseResult<Sent> = { success: true; data: Sent } | { success: false; error: Issues };

export const parseNewBrand = (values: BrandValues): ParseResult<NewBrand> =>
  newBrand.safeParse({
    ...pickChangeableValues(values),
    id: values.id.trim(),
    theme: values.theme.trim(),
    code: Number(values.code),
  });

export const parseChangedBrand =
  (version: number) =>
  (values: BrandValues): ParseResult<ChangedBrand> =>
    changedBrand.safeParse({ ...pickChangeableValues(values), version });

const pickChangeableValues = (values: BrandValues) => ({
  name: values.name.trim(),
  supportEmail: values.supportEmail.trim(),
  legalEntity: values.legalEntity.trim(),
  senderAddress: values.senderAddress.trim(),
  hosts: parseHosts(values.hosts),
  tokens: parseTheme(values),
});

/** Returns the typed colours in lower case. */
export const parseTheme = ({ tokens }: Pick<BrandValues, 'tokens'>): BrandTheme => ({
  brand: toLowerCase(tokens.brand),
  brandHover: toLowerCase(tokens.brandHover),
  onBrand: toLowerCase(tokens.onBrand),
  brandSoft: toLowerCase(tokens.brandSoft),
  brandText: toLowerCase(tokens.brandText),
});

const toLowerCase = ({ light, dark }: BrandTheme['brand']) => ({
  light: light.trim().toLowerCase(),
  dark: dark.trim().toLowerCase(),
});

export const isCompleteTheme = (tokens: BrandTheme): boolean =>
  themeTokens.every((token) => schemes.every((scheme) => /^#[0-9a-f]{6}$/.test(tokens[token][scheme])));

/**
 * Creates the resolver that the form library (react-hook-form) calls to check the values. The resolver shows the errors
 * that the API contract finds at their fields, and a low contrast at its colour.
 */
export const createResolver =
  <Sent>(parseValues: (values: BrandValues) => ParseResult<Sent>): Resolver<BrandValues> =>
  (values, _context, options) => {
    const result = parseValues(values);
    const tokens = parseTheme(values);
    const fieldErrors: FieldErrors = {};
    const addError = (path: string, message: string): void => {
      fieldErrors[findField(path)] ??= { type: 'custom', message: toHostMessage(path, message, values) };
    };
    for (const { path, message } of result.success ? [] : result.error.issues) addError(path.join('.'), message);
    for (const [path, contrastError] of Object.entries(isCompleteTheme(tokens) ? findThemeFaults(tokens) : {}))
      addError(`tokens.${path}`, contrastError);
    if (Object.keys(fieldErrors).length === 0) return { values, errors: {} };
    return { values: {}, errors: toNestErrors(fieldErrors, options) };
  };

/** Returns the form field for a path of the request. All host names share one field. */
export const findField = (path: string): string => (path.startsWith('hosts.') ? 'hosts' : path);

export function toHostMessage(path: string, message: string, { hosts }: Pick<BrandValues, 'hosts'>): string {
  const [, index] = /^hosts\.(\d+)$/.exec(path) ?? [];
  const host = index === undefined ? undefined : parseHosts(hosts)[Number(index)];
  return host === undefined ? message : texts.form.hostsOf(host, message);
}

/** The names of the fields in the order of the form. */
const fieldNames: readonly string[] = [
  'id',
  'theme',
  'code',
  'name',
  'supportEmail',
  'legalEntity',
  'senderAddress',
  'hosts',
  ...schemes.flatMap((scheme) => themeTokens.map((token) => `tokens.${token}.${scheme}`)),
];
export const isFormField = (path: string): path is FieldPath<BrandValues> => fieldNames.includes(path);

/** Returns all errors in the order of the fields. */
export const listErrors = (errors: FieldErrors<BrandValues>): { name: string; message: string }[] =>
  fieldNames.flatMap((name) => {
    const fieldError: unknown = name.split('.').reduce<unknown>((value, key) => readValue(value, key), errors);
    const message = readValue(fieldError, 'message');
    return typeof message === 'string' ? [{ name, message }] : [];
  });

const readValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
