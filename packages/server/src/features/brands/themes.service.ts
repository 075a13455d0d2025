import { brandId as brandIdShape } from '@basics/contract/brands.ts';
import type { Picture } from '@basics/contract/brands.ts';
import type { DemoAccount, PortalSetup } from '@basics/contract/portal-setup.ts';
import type { Database } from '#server/database/database.ts';
import { isIP } from 'node:net';
import { problem } from '#server/platform/problem.ts';
import { findBrandOfHost, findBrands, findPicture } from './brands.repository.ts';
import { writeThemesSheet } from './themes.ts';

/** `demoAccounts` is null if the portal is not a demo. */
type Dependencies = {
  database: Database;
  demoAccounts: readonly DemoAccount[] | null;
  pocUrl: string | null;
  publicUrl: string;
};

/** Finds the brand of a host name, and serves the colours and pictures of each brand. */
export function themesService({ database, demoAccounts, pocUrl, publicUrl }: Dependencies) {
  const db = database.kysely;
  return {
    /** Returns the brand to show and all brands; a port in `host` is ignored. */
    async setup(host: string): Promise<PortalSetup> {
      const rows = await findBrands(db);
      const brandOfHost = await findBrandOfHost(db, normaliseHost(host));
      const brandId = brandOfHost?.brandId ?? rows.find((brand) => brand.isDefault === 1)?.id ?? rows[0]?.id;
      if (brandId === undefined) throw new Error('the table of brands is empty');
      return {
        brand: brandId,
        brandBy: brandOfHost ? 'host' : 'default',
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
        passkeys: findPasskeyPlace(publicUrl, host),
      };
    },

    async looks(): Promise<string> {
      return writeThemesSheet(await findBrands(db));
    },

    async picture(brandId: string, pictureName: Picture): Promise<string> {
      const isValidId = brandIdShape.safeParse(brandId).success;
      const svg = isValidId ? await findPicture(db, brandId, pictureName) : undefined;
      if (svg === undefined) throw problem('PAGE_NOT_FOUND');
      return svg;
    },
  };
}

export type ThemesService = ReturnType<typeof themesService>;

/** A passkey belongs to a host name, and never to an IP address (WebAuthn, 5.1.2). */
function findPasskeyPlace(publicUrl: string, host: string): PortalSetup['passkeys'] {
  const { origin, protocol, hostname, host: publicHost } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return null;
  const requestUrl = `${protocol}//${host}`;
  return { origin, here: URL.canParse(requestUrl) && new URL(requestUrl).host === publicHost };
}

// A dot at the end of a host name (the DNS root) is ignored.
const normaliseHost = (host: string): string => host.replace(/\.?(:\d*)?$/, '').toLowerCase();
