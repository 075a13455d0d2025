import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import { listUses, type brands, type FullBrand } from '@basics/contract/brands/brands.ts';
import type { Body, Params } from '@basics/contract/calls/endpoint.ts';
import { createHash } from 'node:crypto';
import type { Trx } from '#server/database/foundation.ts';
import { invalid, problem, problemWithFacts } from '#server/platform/problem.ts';
import { applyChanges, requireCurrentVersion } from '#server/platform/writing.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteAndReadContext, WriteContext } from '#server/platform/writing.ts';
import { acceptBrand, type AcceptedBrand, type BrandInput } from './accept-brand.ts';
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
import { readBrand } from './list-brands.ts';
import { readTheme } from './themes.ts';
import { SvgRefused } from './svg-tree.ts';

/** Updates a brand; a call with the current values changes nothing. Throws RESULTS_NOT_FOUND, STALE, or INVALID with the wrong fields. */
export async function updateBrand(
  context: WriteAndReadContext,
  id: string,
  body: Body<typeof brands.update>,
): Promise<FullBrand> {
  await context.database.transact(async (trx) => {
    const row = await lockBrand(trx, id, body.version);
    const hosts = (await findHosts(trx)).filter(({ brandId }) => brandId === id).map(({ host }) => host);
    const currentBrand = { ...row, tokens: readTheme(row.tokens), hosts };
    const acceptedBrand = await acceptBrand(trx, id, applyChanges<BrandInput>(currentBrand, body));
    const [before, after] = pickDifferences(pickAuditFields({ columns: row, hosts }), pickAuditFields(acceptedBrand));
    if (Object.keys(after).length === 0) return;
    await changeBrand(trx, row, acceptedBrand.columns);
    await replaceHosts(trx, id, acceptedBrand.hosts);
    await recordBrandChange(trx, context, { action: 'brand.update', id, before, after });
  });
  return readBrand(context, id);
}

/** Makes a brand the default; does nothing if it already is the default. Throws RESULTS_NOT_FOUND or STALE. */
export async function makeDefaultBrand(
  context: WriteAndReadContext,
  id: string,
  version: number | undefined,
): Promise<FullBrand> {
  await context.database.transact(async (trx) => {
    const row = await lockBrand(trx, id, version);
    if (row.isDefault === 1) return;
    await clearDefault(trx);
    await changeBrand(trx, row, { isDefault: 1 });
    await recordBrandChange(trx, context, { action: 'brand.makeDefault', id, after: { isDefault: true } });
  });
  return readBrand(context, id);
}

/** Replaces a picture of a brand. Throws RESULTS_NOT_FOUND, STALE, or INVALID with the reason at the field `svg`. */
export async function setBrandPicture(
  context: WriteAndReadContext,
  { id, which: pictureName }: Params<typeof brands.setPicture>,
  body: Body<typeof brands.setPicture>,
): Promise<FullBrand> {
  const svg = requireValidPicture(body.svg);
  await context.database.transact(async (trx) => {
    const row = await lockBrand(trx, id, body.version);
    const oldPicture = await findPicture(trx, id, pictureName);
    if (oldPicture === svg) return;
    await changeBrand(trx, row, { [pictureColumns[pictureName]]: svg });
    const change = {
      before: { [pictureName]: describePicture(oldPicture ?? '') },
      after: { [pictureName]: describePicture(svg) },
    };
    await recordBrandChange(trx, context, { action: 'brand.setPicture', id, ...change });
  });
  return readBrand(context, id);
}

function requireValidPicture(svg: string): string {
  try {
    return acceptSvg(svg);
  } catch (error) {
    if (error instanceof SvgRefused) throw invalid({ svg: error.message });
    throw error;
  }
}

/** Deletes a brand with its host names, legal texts and policies. Throws RESULTS_NOT_FOUND, DEFAULT_BRAND, or BRAND_IN_USE with the uses. */
export function removeBrand(context: WriteContext, id: string): Promise<void> {
  return context.database.transact(async (trx) => {
    const row = (await lockBrands(trx)).find((brand) => brand.id === id);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    if (row.isDefault === 1) throw problem('DEFAULT_BRAND');
    const usesText = listUses((await countUses(trx, [id]))(id)).join(', ');
    if (usesText !== '') throw problemWithFacts('BRAND_IN_USE', { uses: usesText });
    const hosts = (await findHosts(trx)).filter(({ brandId }) => brandId === id).map(({ host }) => host);
    await deleteBrand(trx, id);
    const { theme, code } = row;
    await recordBrandChange(trx, context, {
      action: 'brand.delete',
      id,
      before: { theme, code, ...pickAuditFields({ columns: row, hosts }) },
    });
  });
}

async function lockBrand(trx: Trx, id: string, version: number | undefined): Promise<BrandRow> {
  const row = (await lockBrands(trx)).find((brand) => brand.id === id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  requireCurrentVersion(row, version);
  return row;
}

export const pickAuditFields = ({ columns, hosts }: AcceptedBrand): Record<string, unknown> => ({
  name: columns.name,
  colours: readTheme(columns.tokens),
  hosts,
  supportEmail: columns.supportEmail,
  legalEntity: columns.legalEntity,
  senderAddress: columns.senderAddress,
});

type AuditFields = Record<string, unknown>;

/** Returns both objects with only the fields whose values differ. */
function pickDifferences(before: AuditFields, after: AuditFields): [AuditFields, AuditFields] {
  const fields = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const pickFields = (fieldValues: AuditFields): AuditFields =>
    Object.fromEntries(fields.map((field) => [field, fieldValues[field]]));
  return [pickFields(before), pickFields(after)];
}

/** Describes a picture for the audit log by its size and hash, which is enough to see whether it changed. */
const describePicture = (svg: string): string => `${Buffer.byteLength(svg)} bytes, SHA-256 ${hashText(svg)}`;
const hashText = (svg: string): string => createHash('sha256').update(svg).digest('hex');

type BrandChange = { action: AuditAction; id: string; before?: AuditFields; after?: AuditFields };

export const recordBrandChange = (trx: Trx, context: WriteContext, { id, ...change }: BrandChange): Promise<void> =>
  recordAction(trx, context, { ...change, subject: { kind: 'brand', id } });
