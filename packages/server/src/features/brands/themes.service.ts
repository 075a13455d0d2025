import { brandId as brandIdShape } from '@basics/contract/brands.ts';
import type { Picture } from '@basics/contract/brands.ts';
import type { DemoAccount, PortalSetup } from '@basics/contract/portal-setup.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';
import { findBrandOfHost, findBrands, findPicture } from './brands.repository.ts';
import { writeThemesSheet } from './themes.ts';

/** `demoAccounts`: null outside of a demo. */
type Dependencies = { database: Database; demoAccounts: readonly DemoAccount[] | null; pocUrl: string | null };

/** The themes: the brand of a host name, and the colours of each brand. */
export function themesService({ database, demoAccounts, pocUrl }: Dependencies) {
  const db = database.kysely;
  return {
    /** `host` may contain a port, which is ignored. */
    async setup(host: string): Promise<PortalSetup> {
      const rows = await findBrands(db);
      const named = await findBrandOfHost(db, normaliseHost(host));
      const shown = named?.brandId ?? rows.find((brand) => brand.isDefault === 1)?.id ?? rows[0]?.id;
      if (shown === undefined) throw new Error('the table of brands is empty');
      return {
        brand: shown,
        brandBy: named ? 'host' : 'default',
        brands: rows.map((brand) => ({
          id: brand.id,
          name: brand.name,
          theme: brand.theme,
          supportEmail: brand.supportEmail,
          legalEntity: brand.legalEntity,
        })),
        demo: demoAccounts !== null,
        ...(demoAccounts && { demoAccounts: [...demoAccounts] }),
        pocUrl,
      };
    },

    async looks(): Promise<string> {
      return writeThemesSheet(await findBrands(db));
    },

    async picture(brandId: string, which: Picture): Promise<string> {
      const isId = brandIdShape.safeParse(brandId).success;
      const svg = isId ? await findPicture(db, brandId, which) : undefined;
      if (svg === undefined) throw problem('PAGE_NOT_FOUND');
      return svg;
    },
  };
}

export type ThemesService = ReturnType<typeof themesService>;

// A host name may end with a dot (the DNS root) and means the same.
const normaliseHost = (host: string): string => host.replace(/\.?(:\d*)?$/, '').toLowerCase();
