import type { FullBrand } from '@basics/contract/brands/brands.ts';
import type { Db } from '#server/database/foundation.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { countUses, findBrands, findHosts } from './brands.repository.ts';
import { readTheme } from './themes.ts';

/** Lists the brands with all their fields, and how often each is used. */
export const listBrands = async ({ db }: Pick<CallContext, 'db'>): Promise<{ items: FullBrand[] }> => ({
  items: await findFullBrands(db),
});

/** Reads one brand. Throws RESULTS_NOT_FOUND. */
export async function readBrand({ db }: Pick<CallContext, 'db'>, brandId: string): Promise<FullBrand> {
  const [brand] = await findFullBrands(db, brandId);
  if (!brand) throw problem('RESULTS_NOT_FOUND');
  return brand;
}

/** Finds all brands, or only the brand with the given id. */
async function findFullBrands(db: Db, brandId?: string): Promise<FullBrand[]> {
  const rows = (await findBrands(db)).filter(({ id }) => brandId === undefined || id === brandId);
  if (rows.length === 0) return [];
  const hosts = await findHosts(db);
  const ids = rows.map(({ id }) => id);
  const findUses = await countUses(db, ids);
  return rows.map((row) => ({
    id: row.id,
    theme: row.theme,
    code: row.code,
    name: row.name,
    tokens: readTheme(row.tokens),
    hosts: hosts.filter((host) => host.brandId === row.id).map(({ host }) => host),
    supportEmail: row.supportEmail,
    legalEntity: row.legalEntity,
    senderAddress: row.senderAddress,
    isDefault: row.isDefault === 1,
    version: row.version,
    usedBy: findUses(row.id),
  }));
}
