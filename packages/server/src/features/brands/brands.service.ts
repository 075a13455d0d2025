import type { FullBrand, brands, Picture } from '@basics/contract/brands.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import type { Database, Db } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { countUses, findBrands, findHosts } from './brands.repository.ts';
import { createBrand } from './create-brand.ts';
import { readTheme } from './themes.ts';
import { makeDefaultBrand, removeBrand, setBrandPicture, updateBrand } from './write-brand.ts';

/** Lists and changes brands for administrators. */
export function brandsService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;
  const createContext = (actor: Actor, origin: Origin) => ({ database, actor, origin, at: clock() });

  const readBrand = async (brandId: string): Promise<FullBrand> => requireFirst(await findFullBrands(db, brandId));

  return {
    list: async () => ({ items: await findFullBrands(db) }),
    get: readBrand,

    async create(actor: Actor, body: Body<typeof brands.create>, origin: Origin): Promise<FullBrand> {
      await createBrand(createContext(actor, origin), body);
      return readBrand(body.id);
    },

    async update(actor: Actor, brandId: string, body: Body<typeof brands.update>, origin: Origin) {
      await updateBrand(createContext(actor, origin), brandId, body);
      return readBrand(brandId);
    },

    async makeDefault(actor: Actor, brandId: string, version: number | undefined, origin: Origin): Promise<FullBrand> {
      await makeDefaultBrand(createContext(actor, origin), brandId, version);
      return readBrand(brandId);
    },

    async setPicture(
      actor: Actor,
      target: { id: string; pictureName: Picture },
      body: Body<typeof brands.setPicture>,
      origin: Origin,
    ): Promise<FullBrand> {
      await setBrandPicture(createContext(actor, origin), target, body);
      return readBrand(target.id);
    },

    async remove(actor: Actor, brandId: string, origin: Origin): Promise<undefined> {
      await removeBrand(createContext(actor, origin), brandId);
      return undefined;
    },
  };
}

export type BrandsService = ReturnType<typeof brandsService>;

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

function requireFirst([brand]: readonly FullBrand[]): FullBrand {
  if (!brand) throw problem('RESULTS_NOT_FOUND');
  return brand;
}
