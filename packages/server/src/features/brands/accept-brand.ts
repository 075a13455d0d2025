import { findThemeFaults } from '@basics/contract/contrast.ts';
import type { BrandTheme } from '@basics/contract/contrast.ts';
import { words } from '@basics/contract/words.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { readMailbox } from '#server/mail/mailbox.ts';
import { invalid } from '#server/platform/problem.ts';
import { findHosts } from './brands.repository.ts';
import { toStoredTheme } from './themes.ts';

/** The fields of a brand that an administrator can change at any time. */
type BrandInput = {
  name: string;
  tokens: BrandTheme;
  hosts: readonly string[];
  supportEmail: string;
  legalEntity: string;
  senderAddress: string;
};

export type AcceptedBrand = {
  columns: { name: string; tokens: string; supportEmail: string; legalEntity: string; senderAddress: string };
  hosts: string[];
};

/** The fields as the tables store them. Throws INVALID with every wrong field: an unreadable colour pair, no sender, a foreign host. */
export async function acceptBrand(
  trx: Trx,
  brandId: string,
  written: BrandInput,
  more: Record<string, string> = {},
): Promise<AcceptedBrand> {
  const hosts = written.hosts.map((host) => host.toLowerCase()).toSorted();
  const refused = {
    ...more,
    ...prefixPaths('tokens', findThemeFaults(written.tokens)),
    ...(await findForeignHosts(trx, brandId, written.hosts)),
    ...(readMailbox(written.senderAddress) === null && { senderAddress: words.sender }),
  };
  if (Object.keys(refused).length > 0) throw invalid(refused);
  return {
    columns: {
      name: written.name,
      tokens: toStoredTheme(written.tokens),
      supportEmail: written.supportEmail,
      legalEntity: written.legalEntity,
      senderAddress: written.senderAddress,
    },
    hosts,
  };
}

const prefixPaths = (path: string, faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${path}.${name}`, fault]));

async function findForeignHosts(db: Db, brandId: string, hosts: readonly string[]): Promise<Record<string, string>> {
  const foreign = (await findHosts(db)).filter((row) => row.brandId !== brandId).map(({ host }) => host);
  return Object.fromEntries(
    hosts.flatMap((host, index) => (foreign.includes(host.toLowerCase()) ? [[`hosts.${index}`, words.hostTaken]] : [])),
  );
}
