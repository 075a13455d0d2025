import { findThemeFaults, type BrandTheme } from '@basics/contract/brands/contrast.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { readMailbox } from '#server/platform/email-addresses.ts';
import { invalid } from '#server/platform/problem.ts';
import { findHosts } from './brands.repository.ts';
import { toStoredTheme } from './themes.ts';

/** The fields of a brand that an administrator can change at any time. */
export type BrandInput = {
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

/**
 * Checks the fields of a brand, and converts them to the columns of its tables. Throws INVALID with every wrong field, for example two colours
 * with too little contrast, a missing sender address, or a host name of another brand.
 */
export async function acceptBrand(
  trx: Trx,
  brandId: string,
  input: BrandInput,
  otherErrors: Record<string, string> = {},
): Promise<AcceptedBrand> {
  const hosts = input.hosts.map((host) => host.toLowerCase()).toSorted();
  const errors = {
    ...otherErrors,
    ...prefixPaths('tokens', findThemeFaults(input.tokens)),
    ...(await findForeignHosts(trx, brandId, input.hosts)),
    ...(readMailbox(input.senderAddress) === null && { senderAddress: fieldMessages.sender }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    columns: {
      name: input.name,
      tokens: toStoredTheme(input.tokens),
      supportEmail: input.supportEmail,
      legalEntity: input.legalEntity,
      senderAddress: input.senderAddress,
    },
    hosts,
  };
}

const prefixPaths = (fieldPath: string, errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [`${fieldPath}.${name}`, message]));

async function findForeignHosts(db: Db, brandId: string, hosts: readonly string[]): Promise<Record<string, string>> {
  const foreignHosts = (await findHosts(db)).filter((row) => row.brandId !== brandId).map(({ host }) => host);
  return Object.fromEntries(
    hosts.flatMap((host, index) =>
      foreignHosts.includes(host.toLowerCase()) ? [[`hosts.${index}`, serverMessages.hostTaken]] : [],
    ),
  );
}
