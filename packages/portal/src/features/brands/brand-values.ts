import { changedBrand, maxBrands, newBrand } from '@basics/contract/brands.ts';
import type { FullBrand } from '@basics/contract/brands.ts';
import { findThemeFaults, themeTokens, schemes } from '@basics/contract/contrast.ts';
import type { BrandTheme } from '@basics/contract/contrast.ts';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, FieldPath, Resolver } from 'react-hook-form';
import { brands as texts } from '#portal/texts/brands.ts';
import type { ChangedBrand, NewBrand } from './brands.queries.ts';

/** The values of the form: host names as lines, the number as text. */
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

/** The numbers that no brand uses. */
export const listFreeNumbers = (there: readonly FullBrand[]): number[] =>
  Array.from({ length: maxBrands }, (_, code) => code).filter((code) => there.every((each) => each.code !== code));

/** A new brand starts with the colours of the first brand, which are known to be readable. */
export const createInitialValues = (there: readonly FullBrand[]): BrandValues | null => {
  const [first] = there;
  const [code] = listFreeNumbers(there);
  if (!first || code === undefined) return null;
  const empty = { id: '', theme: '', name: '', supportEmail: '', legalEntity: '', senderAddress: '', hosts: '' };
  return { ...empty, code: String(code), tokens: first.tokens };
};

export const readHosts = (lines: string): string[] =>
  lines
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

type Issues = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
export type Reading<Sent> = { success: true; data: Sent } | { success: false; error: Issues };

export const readNewBrand = (values: BrandValues): Reading<NewBrand> =>
  newBrand.safeParse({
    ...pickChangeable(values),
    id: values.id.trim(),
    theme: values.theme.trim(),
    code: Number(values.code),
  });

export const readChangedBrand =
  (version: number) =>
  (values: BrandValues): Reading<ChangedBrand> =>
    changedBrand.safeParse({ ...pickChangeable(values), version });

const pickChangeable = (values: BrandValues) => ({
  name: values.name.trim(),
  supportEmail: values.supportEmail.trim(),
  legalEntity: values.legalEntity.trim(),
  senderAddress: values.senderAddress.trim(),
  hosts: readHosts(values.hosts),
  tokens: readTheme(values),
});

/** The typed colours, in lower case. */
export const readTheme = ({ tokens }: Pick<BrandValues, 'tokens'>): BrandTheme => ({
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

export const isCompleteTheme = (look: BrandTheme): boolean =>
  themeTokens.every((token) => schemes.every((scheme) => /^#[0-9a-f]{6}$/.test(look[token][scheme])));

/** Sets the errors of the contract at the fields, and a low contrast at its colour. */
export const createResolver =
  <Sent>(read: (values: BrandValues) => Reading<Sent>): Resolver<BrandValues> =>
  (values, _context, options) => {
    const reading = read(values);
    const look = readTheme(values);
    const flat: FieldErrors = {};
    const say = (path: string, message: string): void => {
      flat[findField(path)] ??= { type: 'custom', message: toHostMessage(path, message, values) };
    };
    for (const { path, message } of reading.success ? [] : reading.error.issues) say(path.join('.'), message);
    for (const [path, fault] of Object.entries(isCompleteTheme(look) ? findThemeFaults(look) : {}))
      say(`tokens.${path}`, fault);
    if (Object.keys(flat).length === 0) return { values, errors: {} };
    return { values: {}, errors: toNestErrors(flat, options) };
  };

/** All host names share one field, so an error at any of them appears there. */
export const findField = (path: string): string => (path.startsWith('hosts.') ? 'hosts' : path);

export function toHostMessage(path: string, message: string, { hosts }: Pick<BrandValues, 'hosts'>): string {
  const [, index] = /^hosts\.(\d+)$/.exec(path) ?? [];
  const host = index === undefined ? undefined : readHosts(hosts)[Number(index)];
  return host === undefined ? message : texts.form.hostsOf(host, message);
}

/** The fields in the order of the form. */
const fields: readonly string[] = [
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
export const isField = (path: string): path is FieldPath<BrandValues> => fields.includes(path);

/** All errors, in that order. */
export const listErrors = (errors: FieldErrors<BrandValues>): { name: string; message: string }[] =>
  fields.flatMap((name) => {
    const found: unknown = name.split('.').reduce<unknown>((inner, key) => readValue(inner, key), errors);
    const message = readValue(found, 'message');
    return typeof message === 'string' ? [{ name, message }] : [];
  });

const readValue = (inner: unknown, key: string): unknown =>
  typeof inner === 'object' && inner !== null ? Object.entries(inner).find(([name]) => name === key)?.[1] : undefined;
