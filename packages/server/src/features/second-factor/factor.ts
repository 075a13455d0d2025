import type { SecondFactor } from '@basics/contract/second-factor/second-factor.ts';
import type { Factor, Owner } from './second-factor.repository.ts';

/** Converts a factor to the format of the API. */
export const toFactor = (row: Factor): SecondFactor => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  createdAt: new Date(row.createdAt).toISOString(),
  lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
});

export const toRecipient = (owner: Owner) => ({
  to: owner.login,
  userId: owner.id,
  brandId: owner.brandId,
  firstName: owner.firstName,
});
