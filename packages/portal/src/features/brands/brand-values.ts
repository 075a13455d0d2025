import { changedBrand, mostBrands, newBrand } from '@basics/contract/brands.ts';
import type { BrandInFull } from '@basics/contract/brands.ts';
import { themeFaults, themeTokens, schemes } from '@basics/contract/contrast.ts';
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

export const valuesOf = (brand: BrandInFull): BrandValues => ({
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
export const freeNumbers = (there: readonly BrandInFull[]): number[] =>
  Array.from({ length: mostBrands }, (_, code) => code).filter((code) => there.every((each) => each.code !== code));

/** A new brand starts with the colours of the first brand, which are known to be readable. */
export const beginning = (there: readonly BrandInFull[]): BrandValues | null => {
  const [first] = there;
  const [code] = freeNumbers(there);
  if (!first || code === undefined) return null;
  const empty = { id: '', theme: '', name: '', supportEmail: '', legalEntity: '', senderAddress: '', hosts: '' };
  return { ...empty, code: String(code), tokens: first.tokens };
};

export const hostsIn = (lines: string): string[] =>
  lines
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

type Issues = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
export type Reading<Sent> = { success: true; data: Sent } | { success: false; error: Issues };

export const readNewBrand = (values: BrandValues): Reading<NewBrand> =>
  newBrand.safeParse({
    ...changeable(values),
    id: values.id.trim(),
    theme: values.theme.trim(),
    code: Number(values.code),
  });

export const readChangedBrand =
  (version: number) =>
  (values: BrandValues): Reading<ChangedBrand> =>
    changedBrand.safeParse({ ...changeable(values), version });

const changeable = (values: BrandValues) => ({
  name: values.name.trim(),
  supportEmail: values.supportEmail.trim(),
  legalEntity: values.legalEntity.trim(),
  senderAddress: values.senderAddress.trim(),
  hosts: hostsIn(values.hosts),
  tokens: themeIn(values),
});

/** The typed colours, in lower case. */
export const themeIn = ({ tokens }: Pick<BrandValues, 'tokens'>): BrandTheme => ({
  brand: folded(tokens.brand),
  brandHover: folded(tokens.brandHover),
  onBrand: folded(tokens.onBrand),
  brandSoft: folded(tokens.brandSoft),
  brandText: folded(tokens.brandText),
});

const folded = ({ light, dark }: BrandTheme['brand']) => ({
  light: light.trim().toLowerCase(),
  dark: dark.trim().toLowerCase(),
});

export const isWhole = (look: BrandTheme): boolean =>
  themeTokens.every((token) => schemes.every((scheme) => /^#[0-9a-f]{6}$/.test(look[token][scheme])));

/** Sets the errors of the contract at the fields, and a low contrast at its colour. */
export const resolverOf =
  <Sent>(read: (values: BrandValues) => Reading<Sent>): Resolver<BrandValues> =>
  (values, _context, options) => {
    const reading = read(values);
    const look = themeIn(values);
    const flat: FieldErrors = {};
    const say = (path: string, message: string): void => {
      flat[fieldOf(path)] ??= { type: 'custom', message: atHost(path, message, values) };
    };
    for (const { path, message } of reading.success ? [] : reading.error.issues) say(path.join('.'), message);
    for (const [path, fault] of Object.entries(isWhole(look) ? themeFaults(look) : {})) say(`tokens.${path}`, fault);
    if (Object.keys(flat).length === 0) return { values, errors: {} };
    return { values: {}, errors: toNestErrors(flat, options) };
  };

/** All host names share one field, so an error at any of them appears there. */
export const fieldOf = (path: string): string => (path.startsWith('hosts.') ? 'hosts' : path);

export function atHost(path: string, message: string, { hosts }: Pick<BrandValues, 'hosts'>): string {
  const [, index] = /^hosts\.(\d+)$/.exec(path) ?? [];
  const host = index === undefined ? undefined : hostsIn(hosts)[Number(index)];
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
export const errorsIn = (errors: FieldErrors<BrandValues>): { name: string; message: string }[] =>
  fields.flatMap((name) => {
    const found: unknown = name.split('.').reduce<unknown>((inner, key) => valueAt(inner, key), errors);
    const message = valueAt(found, 'message');
    return typeof message === 'string' ? [{ name, message }] : [];
  });

const valueAt = (inner: unknown, key: string): unknown =>
  typeof inner === 'object' && inner !== null ? Object.entries(inner).find(([name]) => name === key)?.[1] : undefined;
