import type { NewRow } from '#server/database/schema.ts';
import { days } from '#server/platform/clock.ts';
import type { RandomNumbers } from './chance.ts';
import type { Brand, Person } from './people.ts';

type Grant = Omit<NewRow<'toolGrants'>, 'userId'>;

const createGrant = (brandId: Brand, addOns: readonly string[], validTo: string | null = null): Grant => ({
  toolId: 'basics',
  brandId,
  configTools: JSON.stringify(addOns),
  validFrom: null,
  validTo,
});

/** The tool for a brand, without add-ons and without an end. */
export const createPlainGrant = (brand: Brand): Grant => createGrant(brand, []);

/** Staff, and the customers whose licences a visitor opens first, have the rail configurator. */
export const createAccountGrants = ({ profileId, brand }: Person): Grant[] =>
  brand === null || [2, 6, 8, 10].includes(profileId ?? 0)
    ? [createGrant('blue', ['configRail']), createGrant('red', ['configRail'])]
    : [createGrant(brand, profileId === null ? [] : ['configRail'])];

/** Usually the tool under the customer's own brand; some users have the add-on, both brands, or an end date. A few have no grant yet. */
export function inventGrants({ brand }: Person, { chance, now }: { chance: RandomNumbers; now: number }): Grant[] {
  if (chance.happens(4)) return [];
  const addOns = chance.happens(30) ? ['configRail'] : [];
  const validTo = chance.happens(8) ? new Date(now + days(chance.between(40, 300))).toISOString().slice(0, 10) : null;
  const own = brand ?? 'blue';
  const other: Brand = own === 'blue' ? 'red' : 'blue';
  return [createGrant(own, addOns, validTo), ...(chance.happens(8) ? [createGrant(other, [])] : [])];
}
