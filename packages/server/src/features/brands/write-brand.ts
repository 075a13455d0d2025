import { describeUses } from '@basics/contract/brands.ts';
import type { brands, Picture } from '@basics/contract/brands.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { createHash } from 'node:crypto';
import type { Trx } from '#server/database/database.ts';
import { invalid, problem, problemWith } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { acceptBrand } from './accept-brand.ts';
import type { AcceptedBrand } from './accept-brand.ts';
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
import { readTheme } from './themes.ts';
import { SvgRefused } from './svg-tree.ts';

/** Throws RESULTS_NOT_FOUND, STALE, or INVALID with the wrong fields. Sending the current values changes nothing. */
export function updateBrand(writing: WriteContext, id: string, body: Body<typeof brands.update>): Promise<void> {
  return writing.database.transact(async (trx) => {
    const row = await lockBrand(trx, id, body.version);
    const hosts = (await findHosts(trx)).filter(({ brandId }) => brandId === id).map(({ host }) => host);
    const accepted = await acceptBrand(trx, id, body);
    const [before, after] = pickDifferences(pickAuditFields({ columns: row, hosts }), pickAuditFields(accepted));
    if (Object.keys(after).length === 0) return;
    await changeBrand(trx, row, accepted.columns);
    await replaceHosts(trx, id, accepted.hosts);
    await record(trx, writing, { action: 'brand.update', id, before, after });
  });
}

/** Throws RESULTS_NOT_FOUND or STALE. Without effect if the brand is already the default. */
export function makeDefaultBrand(writing: WriteContext, id: string, version: number): Promise<void> {
  return writing.database.transact(async (trx) => {
    const row = await lockBrand(trx, id, version);
    if (row.isDefault === 1) return;
    await clearDefault(trx);
    await changeBrand(trx, row, { isDefault: 1 });
    await record(trx, writing, { action: 'brand.makeDefault', id, after: { isDefault: true } });
  });
}

/** Throws RESULTS_NOT_FOUND, STALE, or INVALID at `svg` with the reason. */
export function setBrandPicture(
  writing: WriteContext,
  { id, which }: { id: string; which: Picture },
  body: Body<typeof brands.setPicture>,
): Promise<void> {
  const svg = acceptPicture(body.svg);
  return writing.database.transact(async (trx) => {
    const row = await lockBrand(trx, id, body.version);
    const before = await findPicture(trx, id, which);
    if (before === svg) return;
    await changeBrand(trx, row, { [pictureColumns[which]]: svg });
    const sides = { before: { [which]: fingerprint(before ?? '') }, after: { [which]: fingerprint(svg) } };
    await record(trx, writing, { action: 'brand.setPicture', id, ...sides });
  });
}

function acceptPicture(svg: string): string {
  try {
    return acceptSvg(svg);
  } catch (error) {
    if (error instanceof SvgRefused) throw invalid({ svg: error.message });
    throw error;
  }
}

/** Throws RESULTS_NOT_FOUND, DEFAULT_BRAND, or BRAND_IN_USE with what uses the brand. Deletes its hosts, texts and policies too. */
export function removeBrand(writing: WriteContext, id: string): Promise<void> {
  return writing.database.transact(async (trx) => {
    const row = (await lockBrands(trx)).find((each) => each.id === id);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    if (row.isDefault === 1) throw problem('DEFAULT_BRAND');
    const uses = describeUses((await countUses(trx, [id]))(id));
    if (uses !== '') throw problemWith('BRAND_IN_USE', { uses });
    const hosts = (await findHosts(trx)).filter(({ brandId }) => brandId === id).map(({ host }) => host);
    await deleteBrand(trx, id);
    const { theme, code } = row;
    await record(trx, writing, {
      action: 'brand.delete',
      id,
      before: { theme, code, ...pickAuditFields({ columns: row, hosts }) },
    });
  });
}

async function lockBrand(trx: Trx, id: string, version: number): Promise<BrandRow> {
  const row = (await lockBrands(trx)).find((each) => each.id === id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  if (row.version !== version) throw problem('STALE');
  return row;
}

/** The fields of a brand in the audit log. */
export const pickAuditFields = ({ columns, hosts }: AcceptedBrand): Record<string, unknown> => ({
  name: columns.name,
  colours: readTheme(columns.tokens),
  hosts,
  supportEmail: columns.supportEmail,
  legalEntity: columns.legalEntity,
  senderAddress: columns.senderAddress,
});

type AuditFields = Record<string, unknown>;

/** Both objects without the fields that are equal. */
function pickDifferences(before: AuditFields, after: AuditFields): [AuditFields, AuditFields] {
  const fields = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const only = (facts: AuditFields): AuditFields => Object.fromEntries(fields.map((field) => [field, facts[field]]));
  return [only(before), only(after)];
}

/** A picture in the audit log: enough to see whether it changed. */
const fingerprint = (svg: string): string => `${Buffer.byteLength(svg)} bytes, SHA-256 ${hashText(svg)}`;
const hashText = (svg: string): string => createHash('sha256').update(svg).digest('hex');

type Change = { action: string; id: string; before?: AuditFields; after?: AuditFields };

export const record = (trx: Trx, writing: WriteContext, { id, ...change }: Change): Promise<void> =>
  recordAction(trx, writing, { ...change, subject: { kind: 'brand', id } });
