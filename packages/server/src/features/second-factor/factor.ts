import type { SecondFactor } from '@basics/contract/second-factor.ts';
import type { Factor, Owner } from './second-factor.repository.ts';

/** A factor as the wire has it. */
export const factorOf = (row: Factor): SecondFactor => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  createdAt: new Date(row.created_at).toISOString(),
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
});

export const recipientOf = (owner: Owner) => ({
  to: owner.login,
  userId: owner.id,
  brandId: owner.brand_id,
  firstName: owner.first_name,
});

/** A secret opens only for the user that it was sealed for, so that it is worth nothing in another row. */
export const sealPurpose = (userId: number): string => `authenticator app of user ${userId}`;
