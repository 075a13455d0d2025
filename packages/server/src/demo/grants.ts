import type { NewRow } from '#server/database/schema.ts';
import { days } from '#server/platform/clock.ts';
import type { RandomNumbers } from './random-numbers.ts';
import type { Brand, Person } from './people.ts';

type Grant = Omit<NewRow<'toolGrants'>, 'userId'>;

const createGrant = (brandId: Brand, addOns: readonly string[], validTo: string | null = null): Grant => ({
  toolId: 'basics',
  brandId,
  configTools: JSON.stringify(addOns),
  validFrom: null,
  validTo,
});

/** Creates a grant of the tool for a brand, without add-ons and without an end date. */
export const createPlainGrant = (brand: Brand): Grant => createGrant(brand, []);

/**
 * Creates the grants of an account from `accounts.ts`. Staff, and the customers whose licences a visitor opens first, have the rail
 * configurator.
 */
export const createAccountGrants = ({ profileId, brand }: Person): Grant[] =>
  brand === null || [2, 6, 8, 10].includes(profileId ?? 0)
    ? [createGrant('blue', ['configRail']), createGrant('red', ['configRail'])]
    : [createGrant(brand, profileId === null ? [] : ['configRail'])];

/**
 * Invents the grants of a customer: usually the tool under their own brand. Some customers have the add-on, grants for both brands or an
 * end date, and a few customers have no grant.
 */
export function inventGrants({ brand }: Person, { random, now }: { random: RandomNumbers; now: number }): Grant[] {
  if (random.isTrueIn(4)) return [];
  const addOns = random.isTrueIn(30) ? ['configRail'] : [];
  const validTo = random.isTrueIn(8)
    ? new Date(now + days(random.integerBetween(40, 300))).toISOString().slice(0, 10)
    : null;
  const ownBrand = brand ?? 'blue';
  const otherBrand: Brand = ownBrand === 'blue' ? 'red' : 'blue';
  return [createGrant(ownBrand, addOns, validTo), ...(random.isTrueIn(8) ? [createGrant(otherBrand, [])] : [])];
}
