import * as z from 'zod/mini';
import type { BrandTheme } from './contrast.ts';
import { endpoint } from '../calls/endpoint.ts';
import { emailAddress, databaseInteger, readVersion } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { readSetup } from './portal-setup.ts';
import { requiredText } from '../fields/required-text.ts';
import type { CountedRecord } from '../texts/english-phrases.ts';
import { phrases } from '../texts/phrases.ts';
import { requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** The maximum number of brands: a licence code has three bits for the number of its brand. */
export const maxBrands = 8;
/** The maximum size of an image, in bytes. */
export const maxPictureBytes = 32_768;
const maxHosts = 20;

const brandIdPattern = /^[a-z](?:[a-z0-9]|-(?=[a-z0-9])){1,29}$/;
/** A host name (RFC 1123: labels of at most 63 letters, digits and hyphens), an IPv4 address, or an IPv6 address in brackets. */
const hostNamePattern =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$|^\[[0-9a-f:.]{2,45}\]$/i;

const colour = z
  .string({ error: fieldMessages.colour })
  .check(z.regex(/^#[0-9a-f]{6}$/, { error: fieldMessages.colour }));
const colourOfEachScheme = z.strictObject({ light: colour, dark: colour });
const brandColours = z.strictObject({
  brand: colourOfEachScheme,
  brandHover: colourOfEachScheme,
  onBrand: colourOfEachScheme,
  brandSoft: colourOfEachScheme,
  brandText: colourOfEachScheme,
}) satisfies z.ZodMiniType<BrandTheme>;

const hosts = z
  .array(z.string({ error: fieldMessages.hostName }).check(z.regex(hostNamePattern, { error: fieldMessages.hostName })))
  .check(
    z.maxLength(maxHosts, { error: fieldMessages.hostsMany }),
    z.superRefine((hostNames, checkContext) => {
      const lowerCaseHosts = hostNames.map((name) => name.toLowerCase());
      for (const [index, name] of lowerCaseHosts.entries())
        if (lowerCaseHosts.indexOf(name) < index)
          checkContext.addIssue({ code: 'custom', message: fieldMessages.hostTwice, path: [index] });
    }),
  );

/** The fields of a brand that can be changed at any time. */
const changeableFields = {
  name: requiredLine(fieldMessages.name, limits.text.name),
  tokens: brandColours,
  hosts,
  supportEmail: emailAddress,
  legalEntity: requiredLine(fieldMessages.legalEntity, limits.text.line),
  senderAddress: requiredText(fieldMessages.sender, limits.text.login),
};

export const newBrand = z.strictObject({
  id: z.string({ error: fieldMessages.brandId }).check(z.regex(brandIdPattern, { error: fieldMessages.brandId })),
  /** The value of the attribute `data-brand` that selects the colours of the brand. */
  theme: z.string({ error: fieldMessages.brandId }).check(z.regex(brandIdPattern, { error: fieldMessages.brandId })),
  /** The number of the brand in licence codes. */
  code: databaseInteger().check(z.maximum(maxBrands - 1, { error: fieldMessages.notAllowed })),
  ...changeableFields,
});
export const changedBrand = z.strictObject({ ...changeableFields, version: databaseInteger() });
const updateBody = z.extend(z.partial(z.strictObject(changeableFields)), { version: readVersion });

/** The numbers of records that refer to a brand. A brand can be deleted only if no record refers to it. */
const brandUses = z.strictObject({
  users: z.int(),
  grants: z.int(),
  requestedTools: z.int(),
  assignments: z.int(),
  licences: z.int(),
  letters: z.int(),
});
export type BrandUses = z.infer<typeof brandUses>;

const useNames: Record<keyof BrandUses, CountedRecord> = {
  users: 'users',
  licences: 'licences',
  grants: 'toolGrants',
  requestedTools: 'requestedTools',
  assignments: 'assignments',
  letters: 'letters',
};

/** Returns the numbers of records that refer to a brand as texts, such as "2 users" and "1 licence": users and licences first. */
export const listUses = (usesOfBrand: BrandUses): string[] =>
  Object.entries(useNames)
    .map(([use, recordKind]) => ({
      thing: recordKind,
      count: Object.entries(usesOfBrand).find(([name]) => name === use)?.[1] ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .map(({ thing: recordKind, count }) => phrases().countRecords(recordKind, count));

const fullBrand = z.strictObject({
  id: z.string(),
  theme: z.string(),
  code: z.int(),
  name: z.string(),
  tokens: brandColours,
  hosts: z.array(z.string()),
  supportEmail: z.string(),
  legalEntity: z.string(),
  senderAddress: z.string(),
  isDefault: z.boolean(),
  version: z.int(),
  usedBy: brandUses,
});
export type FullBrand = z.infer<typeof fullBrand>;

export const pictures = ['mark', 'favicon'] as const;
export type Picture = (typeof pictures)[number];

/** The id of a brand in a path. */
export const brandId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/));
const params = z.strictObject({ id: brandId });
const versionBody = z.strictObject({ version: readVersion });

export const brands = {
  setup: readSetup,
  list: endpoint({
    name: 'brands.list',
    summary: 'All brands with all fields, and the number of records that use each brand',
    method: 'GET',
    path: '/brand',
    access: 'administrator',
    reply: z.strictObject({ items: z.array(fullBrand) }),
    problems: [],
  }),
  get: endpoint({
    name: 'brands.get',
    summary: 'One brand with all fields',
    method: 'GET',
    path: '/brand/{id}',
    access: 'administrator',
    params,
    reply: fullBrand,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  create: endpoint({
    name: 'brands.create',
    summary: 'Add a brand, with a default logo and a licence policy for every profile and tool',
    method: 'POST',
    path: '/brand',
    access: 'administrator',
    location: '/brand/{id}',
    body: newBrand,
    reply: fullBrand,
    problems: [],
  }),
  update: endpoint({
    name: 'brands.update',
    summary: 'Change the texts, colours and host names of a brand; its id, theme and number cannot change',
    method: 'PUT',
    path: '/brand/{id}',
    access: 'administrator',
    params,
    body: updateBody,
    record: fullBrand,
    reply: fullBrand,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  makeDefault: endpoint({
    name: 'brands.makeDefault',
    summary: 'Make this brand the default, for visitors whose host name and account select no other brand',
    method: 'PUT',
    path: '/brand/{id}/default',
    access: 'administrator',
    params,
    body: versionBody,
    reply: fullBrand,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  setPicture: endpoint({
    name: 'brands.setPicture',
    summary: 'Replace the logo (`mark`) or the favicon by an SVG that contains only shapes',
    method: 'PUT',
    path: '/brand/{id}/picture/{which}',
    access: 'administrator',
    params: z.strictObject({ id: brandId, which: z.enum(pictures) }),
    // A longer text gets the message of the server, which says what to change in the picture.
    body: z.strictObject({ version: readVersion, svg: requiredText(fieldMessages.svg, 2 * maxPictureBytes) }),
    reply: fullBrand,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  remove: endpoint({
    name: 'brands.remove',
    summary: 'Delete a brand that is not in use, with its host names and policies',
    method: 'DELETE',
    path: '/brand/{id}',
    access: 'administrator',
    params,
    reply: null,
    problems: ['RESULTS_NOT_FOUND', 'DEFAULT_BRAND', 'BRAND_IN_USE'],
  }),
};
