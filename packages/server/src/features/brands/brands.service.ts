import type { PortalSetup } from '@basics/contract/brands.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import { findBrandOfHost, findBrands } from './brands.repository.ts';
import { looksSheet } from './looks.ts';

type Needs = { database: Database; demo: boolean; pocUrl: string | null };

/** The looks: which one an address shows, and what they are made of. */
export function brandsService({ database, demo, pocUrl }: Needs) {
  const db = database.kysely;
  return {
    /** `host` may carry a port, which does not count. */
    async setup(host: string): Promise<PortalSetup> {
      const brands = await findBrands(db);
      const named = await findBrandOfHost(db, hostName(host));
      const shown = named?.brand_id ?? brands.find((brand) => brand.is_default === 1)?.id ?? brands[0]?.id;
      if (shown === undefined) throw new Error('the table of brands is empty');
      return {
        brand: shown,
        brands: brands.map((brand) => ({
          id: brand.id,
          name: brand.name,
          theme: brand.theme,
          supportEmail: brand.support_email,
          legalEntity: brand.legal_entity,
        })),
        demo,
        pocUrl,
      };
    },

    async looks(): Promise<string> {
      return looksSheet(await findBrands(db));
    },

    async picture(brandId: string, which: 'mark' | 'favicon'): Promise<string> {
      const brand = (await findBrands(db)).find((each) => each.id === brandId);
      if (!brand) throw problem('PAGE_NOT_FOUND');
      return which === 'mark' ? brand.mark_svg : brand.favicon_svg;
    },
  };
}

export type BrandsService = ReturnType<typeof brandsService>;

// A name may end in the dot of the root, and means the same with it.
const hostName = (host: string): string => host.replace(/\.?(:\d*)?$/, '').toLowerCase();
