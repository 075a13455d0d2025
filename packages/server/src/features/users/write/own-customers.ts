import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { Db } from '#server/database/database.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { invalid } from '#server/platform/problem.ts';
import { isSeenOnlyAsDeputy } from '../scope.repository.ts';

/** The fields that decide which salesmen are responsible for a customer. */
const scopeFields = ['country', 'brand'];

/**
 * Throws INVALID if a deputy changes the country or brand of a customer of the absent salesman. With such a change, the
 * deputy could keep the customer after the absence.
 */
export async function requireOwnCustomer(
  db: Db,
  actor: Actor,
  { userId, changes }: { userId: number; changes: object },
): Promise<void> {
  const changedScope = scopeFields.filter((field) => field in changes);
  if (changedScope.length === 0 || !(await isSeenOnlyAsDeputy(db, actor, userId))) return;
  throw invalid(Object.fromEntries(changedScope.map((field) => [field, fieldMessages.notAllowed])));
}
