import { usesWords } from '@basics/contract/brands.ts';
import type { brands, Picture } from '@basics/contract/brands.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { createHash } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import { invalid, problem, problemWith } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { Writing } from '#server/platform/writing.ts';
import { acceptBrand } from './accept-brand.ts';
import type { Accepted } from './accept-brand.ts';
import { acceptSvg } from './accept-svg.ts';
import {
  changeBrand,
  clearDefault,
  countUses,
  deleteBrand,
  findHosts,
  findPicture,
  lockBrands,
  pictureColumns,
  replaceHosts,
} from './brands.repository.ts';
import type { BrandRow } from './brands.repository.ts';
import { lookOf } from './themes.ts';
import { SvgRefused } from './svg-tree.ts';

/** RESULTS_NOT_FOUND, STALE, or INVALID at the fields that cannot be so. What is sent as it stands is no change. */
export function updateBrand(writing: Writing, id: string, body: Body<typeof brands.update>): Promise<void> {
  return writing.database.transact(async (trx) => {
    const row = await lockedBrand(trx, id, body.version);
    const hosts = (await findHosts(trx)).filter(({ brandId }) => brandId === id).map(({ host }) => host);
    const accepted = await acceptBrand(trx, id, body);
    const [before, after] = differing(told({ columns: row, hosts }), told(accepted));
    if (Object.keys(after).length === 0) return;
    await changeBrand(trx, row, accepted.columns);
    await replaceHosts(trx, id, accepted.hosts);
    await record(trx, writing, { action: 'brand.update', id, before, after });
  });
}

/** RESULTS_NOT_FOUND or STALE. One that is the default already stays it. */
export function makeDefaultBrand(writing: Writing, id: string, version: number): Promise<void> {
  return writing.database.transact(async (trx) => {
    const row = await lockedBrand(trx, id, version);
    if (row.isDefault === 1) return;
    await clearDefault(trx);
    await changeBrand(trx, row, { isDefault: 1 });
    await record(trx, writing, { action: 'brand.makeDefault', id, after: { isDefault: true } });
  });
}

/** RESULTS_NOT_FOUND, STALE, or INVALID at `svg` with what stands in the way. */
export function setBrandPicture(
  writing: Writing,
  { id, which }: { id: string; which: Picture },
  body: Body<typeof brands.setPicture>,
): Promise<void> {
  const svg = acceptedPicture(body.svg);
  return writing.database.transact(async (trx) => {
    const row = await lockedBrand(trx, id, body.version);
    const before = await findPicture(trx, id, which);
    if (before === svg) return;
    await changeBrand(trx, row, { [pictureColumns[which]]: svg });
    const sides = { before: { [which]: fingerprint(before ?? '') }, after: { [which]: fingerprint(svg) } };
    await record(trx, writing, { action: 'brand.setPicture', id, ...sides });
  });
}

function acceptedPicture(svg: string): string {
  try {
    return acceptSvg(svg);
  } catch (error) {
    if (error instanceof SvgRefused) throw invalid({ svg: error.message });
    throw error;
  }
}

/** RESULTS_NOT_FOUND, DEFAULT_BRAND, or BRAND_IN_USE with what belongs to it. Its hosts, texts and policies go with it. */
export function removeBrand(writing: Writing, id: string): Promise<void> {
  return writing.database.transact(async (trx) => {
    const row = (await lockBrands(trx)).find((each) => each.id === id);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    if (row.isDefault === 1) throw problem('DEFAULT_BRAND');
    const uses = usesWords((await countUses(trx, [id]))(id));
    if (uses !== '') throw problemWith('BRAND_IN_USE', { uses });
    const hosts = (await findHosts(trx)).filter(({ brandId }) => brandId === id).map(({ host }) => host);
    await deleteBrand(trx, id);
    const { theme, code } = row;
    await record(trx, writing, {
      action: 'brand.delete',
      id,
      before: { theme, code, ...told({ columns: row, hosts }) },
    });
  });
}

async function lockedBrand(trx: Trx, id: string, version: number): Promise<BrandRow> {
  const row = (await lockBrands(trx)).find((each) => each.id === id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  if (row.version !== version) throw problem('STALE');
  return row;
}

/** What the audit says of a brand. */
export const told = ({ columns, hosts }: Accepted): Record<string, unknown> => ({
  name: columns.name,
  colours: lookOf(columns.tokens),
  hosts,
  supportEmail: columns.supportEmail,
  legalEntity: columns.legalEntity,
  senderAddress: columns.senderAddress,
});

type Facts = Record<string, unknown>;

/** Both sides without what they have alike. */
function differing(before: Facts, after: Facts): [Facts, Facts] {
  const fields = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const only = (facts: Facts): Facts => Object.fromEntries(fields.map((field) => [field, facts[field]]));
  return [only(before), only(after)];
}

/** A picture in the audit: enough to tell whether it is the same. */
const fingerprint = (svg: string): string => `${Buffer.byteLength(svg)} bytes, SHA-256 ${hashOf(svg)}`;
const hashOf = (svg: string): string => createHash('sha256').update(svg).digest('hex');

type Change = { action: string; id: string; before?: Facts; after?: Facts };

export const record = (trx: Trx, writing: Writing, { id, ...change }: Change): Promise<void> =>
  recordAction(trx, writing, { ...change, subject: { kind: 'brand', id } });
