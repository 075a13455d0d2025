import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { together } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { findCurrentAbsencesOf } from './absence/absences.repository.ts';
import { findTerritories, type Viewer } from './scope.repository.ts';
import { formatName } from './user.ts';
import { findUser } from './users.repository.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { preferences, units, type Preferences } from '@basics/contract/users/preferences.ts';
import type { users } from '@basics/contract/users/users.ts';
import { findContinent, type Continent } from '#server/platform/countries/countries.ts';
import { parseObject } from '#server/database/columns.ts';

/**
 * Reads the user of a session, with the permissions of the user. Throws NO_SESSION if the user was deleted meanwhile.
 */
export async function readCurrentUser({
  db,
  actor,
  at,
}: Pick<CallContext, 'db' | 'actor' | 'at'>): Promise<CurrentUser> {
  const { userId, profileID, login } = actor;
  const user = actor.account ?? (await findUser(db, userId));
  if (!user) throw problem('NO_SESSION');
  const role = findRole(profileID);
  const mayHaveAbsences = staffRoles.has(role) && (actor.account?.hasAbsences ?? true);
  const [absences, isWithoutCountry] = await together(
    mayHaveAbsences ? findAbsences(db, userId, at) : Promise.resolve({}),
    role === 'Salesman' ? hasNoCountry(db, actor) : Promise.resolve(false),
  );
  return {
    userId,
    profileID,
    userFirstName: user.firstName,
    userLastName: user.lastName,
    userEmail: login,
    permissions: [...actor.permissions],
    brand: user.brandId,
    ...(user.companyId !== null && {
      company: { companyId: user.companyId, name: user.company, role: user.companyRole },
    }),
    ...(actor.requiredStep && { mustAct: actor.requiredStep }),
    ...absences,
    ...(isWithoutCountry && { hasNoCountry: true as const }),
  };
}

const staffRoles: ReadonlySet<string> = new Set(['Administrator', 'Salesman']);

/** Returns whether neither the salesman nor an absent salesman whose deputy they are has a country. */
const hasNoCountry = async (db: Db, { userId, deputyFor = [] }: Viewer): Promise<boolean> =>
  (await findTerritories(db, [userId, ...deputyFor])).length === 0;

/** Finds today's absence of a member of staff, and the absent salesmen whose deputy this member of staff is. */
async function findAbsences(db: Db, userId: number, now: number): Promise<Pick<CurrentUser, 'absence' | 'deputyFor'>> {
  const rows = await findCurrentAbsencesOf(db, userId, now);
  const ownAbsence = rows.find(({ salesmanId }) => salesmanId === userId);
  const deputyFor = rows
    .filter(({ salesmanId }) => salesmanId !== userId)
    .map((row) => ({ userId: row.salesmanId, name: formatName(row), until: row.lastDay }));
  return {
    ...(ownAbsence && {
      absence: {
        name: formatName({
          firstName: ownAbsence.deputyFirstName,
          lastName: ownAbsence.deputyLastName,
          login: ownAbsence.deputyLogin,
        }),
        until: ownAbsence.lastDay,
        ...(ownAbsence.canDeputise === 0 && { deputyIsAbsent: true as const }),
      },
    }),
    ...(deputyFor.length > 0 && { deputyFor }),
  };
}

/** Returns the preferences of the signed-in user, and their options. Throws NO_SESSION if the user was deleted meanwhile. */
export async function readOwnPreferences({
  db,
  actor,
}: Pick<CallContext, 'db' | 'actor'>): Promise<Reply<typeof users.preferences>> {
  const user = await findUser(db, actor.userId);
  if (!user) throw problem('NO_SESSION');
  return {
    options: { ...units, priceList: findPriceLists({ brand: user.brandId, country: user.country }) },
    values: readPreferences(user.preferences),
    version: user.version,
  };
}

const defaultPreferences: Preferences = {
  temperature: 'C',
  weight: 'kg',
  measure: 'm',
  packed: false,
  priceList: null,
  graphThickness: 1,
};

/**
 * Reads a user's preferences from JSON. A preference that was never set has its default. If one stored value is no
 * longer allowed, all preferences have their defaults.
 */
export function readPreferences(json: string): Preferences {
  const storedValues = parseObject(json);
  const knownPreferences = Object.fromEntries(
    Object.entries(storedValues).filter(([name]) => name in defaultPreferences),
  );
  const parsedPreferences = preferences.safeParse({ ...defaultPreferences, ...knownPreferences });
  return parsedPreferences.success ? parsedPreferences.data : defaultPreferences;
}

/** Finds the price lists that a brand publishes for a country. */
export function findPriceLists({ brand, country }: { brand: string | null; country: string | null }) {
  const continent = findContinent(country);
  return priceLists
    .filter((list) => list.brand === brand && continent !== null && list.continents.includes(continent))
    .map(({ id, name }) => ({ id, name }));
}

type PriceList = { id: string; name: string; brand: string; continents: readonly Continent[] };

const allContinents: readonly Continent[] = ['Africa', 'Americas', 'Antarctica', 'Asia', 'Europe', 'Oceania'];

/** The price lists of Basics, each with its brand and the continents where it is valid. */
const priceLists: readonly PriceList[] = [
  { id: 'blue-eur', name: 'Basics Blue Europe (EUR)', brand: 'blue', continents: ['Europe'] },
  { id: 'blue-usd', name: 'Basics Blue International (USD)', brand: 'blue', continents: allContinents },
  { id: 'red-eur', name: 'Basics Red Europe (EUR)', brand: 'red', continents: ['Europe'] },
  { id: 'red-usd', name: 'Basics Red International (USD)', brand: 'red', continents: allContinents },
];
