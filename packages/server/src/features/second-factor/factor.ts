import type { SecondFactor } from '@basics/contract/second-factor.ts';
import type { Factor, Owner } from './second-factor.repository.ts';

/** A factor as the API returns it. */
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

/** A secret can be opened only for the user for whom it was sealed, so it is useless in another user's row. */
export const createSealPurpose = (userId: number): string => `authenticator app of user ${userId}`;
