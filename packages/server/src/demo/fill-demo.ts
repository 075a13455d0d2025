import type { Trx } from '../database/foundation.ts';
import { writeAccounts } from '#server/features/crm/crm.repository.ts';
import type { LicenseKey } from '#server/features/licenses/license-key.ts';
import { writeNoteSearch } from '#server/features/release-notes/note-search.repository.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import { accounts, assignments } from './people/accounts.ts';
import { fillCompanies } from './companies.ts';
import { createRandomNumbers, type RandomNumbers } from './random-numbers.ts';
import { findDecider, inventCustomers } from './people/customers.ts';
import {
  insertAssignments,
  insertGrants,
  insertHistory,
  insertReleaseNotes,
  insertRequestedTools,
  suspendUser,
} from './demo.repository.ts';
import { findAccountHistory, inventHistory, type NextPc } from './license-histories.ts';
import { issueDemoLicenses, type OwnedDemoLicense } from './licenses.ts';
import { createPcFactory } from './pcs.ts';
import { insertDemoHelpRequests } from './help-requests.ts';
import { findId, insertPeople, type PersonEntry, type IdsByLogin, type Person, type Brand } from './people/people.ts';
import { countries } from './people/places.ts';
import { notes } from './release-notes.ts';
import { inventRequests } from './requests.ts';
import type { CrmAccount } from '@basics/contract/crm/crm.ts';
import type { NewRow } from '#server/database/schema.ts';

export type DemoDependencies = {
  /** The present time in Unix milliseconds; all dates of the demo are relative to it. */
  now: number;
  /** The hash of the password that all accounts share. */
  passwordHash: string;
  /** The key that signs the licences; without a key, the demo has no licences. */
  key: LicenseKey | null;
};

/**
 * Fills a new database with invented customers of two brands, their requests and licences. A demo with the same options always has the same
 * content. Licences are issued by the rules of the portal, so they can be downloaded, verified and renewed.
 */
export async function fillDemo(trx: Trx, dependencies: DemoDependencies): Promise<void> {
  const random = createRandomNumbers(seed);
  const ids: IdsByLogin = new Map();
  const customers = inventCustomers(random);
  await insertPeople(trx, accounts.map((person) => createActiveEntry(person, dependencies)), ids); // oxfmt-ignore
  await insertPeople(trx, customers.map((person) => createActiveEntry(person, dependencies)), ids); // oxfmt-ignore
  const requests = inventRequests(random, dependencies.now);
  await insertPeople(trx, requests, ids);
  await insertRequestedToolsOfUsers(trx, requests, ids);
  await assignCountries(trx, ids);
  const issues = await grantTools(trx, { customers, ids, random, now: dependencies.now });
  const administratorId = findId(ids, 'administrator@demo.example') ?? 0;
  if (dependencies.key)
    await issueDemoLicenses(trx, issues, { now: dependencies.now, random, key: dependencies.key, administratorId });
  await suspendCustomers(trx, customers, { ids, now: dependencies.now, administratorId });
  await writeAccounts(trx, createCrmAccounts(customers));
  await insertNotes(trx, dependencies.now);
  await insertDemoHelpRequests(trx, { ids, random, now: dependencies.now });
  const activeCustomers = customers.filter((_, index) => !isSuspended(index));
  await fillCompanies(trx, activeCustomers, {
    ids,
    random,
    now: dependencies.now,
    key: dependencies.key,
    administratorId,
  });
  const subject = { kind: 'portal', id: null } as const;
  await recordAudit(trx, { at: dependencies.now, ...bySystem, action: 'demo.fill', subject });
}

/** The seed of the random numbers, which can be any number except 0. */
const seed = 20_260_101;

function createActiveEntry(person: Person, { now, passwordHash }: DemoDependencies): PersonEntry {
  const createdAt = now - days(person.createdDaysAgo);
  const decidedBy = person.company === 'Basics' ? null : findDecider(person.country, person.brand ?? 'blue');
  return {
    person,
    row: {
      status: 'active',
      passwordHash,
      createdAt,
      decidedAt: person.createdBy === undefined ? createdAt + days(1) : createdAt,
    },
    decidedBy: person.createdBy ?? decidedBy,
  };
}

async function assignCountries(trx: Trx, ids: IdsByLogin): Promise<void> {
  const rows = assignments.flatMap(({ salesman, brand, countries: salesmanCountries }) =>
    countries
      .filter(({ code }) => salesmanCountries.includes(code))
      .map(({ code, continent }) => ({
        country: code,
        continent,
        brandId: brand,
        salesmanId: findId(ids, salesman) ?? 0,
      })),
  );
  await insertAssignments(trx, rows);
}

async function insertRequestedToolsOfUsers(trx: Trx, requests: readonly PersonEntry[], ids: IdsByLogin): Promise<void> {
  const requestedTools = requests.map(({ person, row }) => ({
    userId: findId(ids, person.login) ?? 0,
    brandId: person.brand ?? 'blue',
    isGranted: row.status === 'approved',
  }));
  await insertRequestedTools(
    trx,
    requestedTools.map(({ userId, brandId }) => ({ userId, brandId, toolId: 'basics' })),
  );
  await insertGrants(
    trx,
    requestedTools
      .filter(({ isGranted }) => isGranted)
      .map(({ userId, brandId }) => ({ userId, ...createPlainGrant(brandId) })),
  );
}

type GrantContext = { customers: readonly Person[]; ids: IdsByLogin; random: RandomNumbers; now: number };

async function grantTools(trx: Trx, { customers, ids, random, now }: GrantContext): Promise<OwnedDemoLicense[]> {
  const nextPc: NextPc = createPcFactory(random);
  const peopleWithGrants = [
    ...accounts.map((person) => ({
      person,
      grants: createAccountGrants(person),
      issues: findAccountHistory(person, nextPc),
    })),
    ...customers.map((person) => ({
      person,
      grants: inventGrants(person, { random, now }),
      issues: inventHistory(person, { nextPc, random }),
    })),
  ].map((equippedPerson) => ({ ...equippedPerson, userId: findId(ids, equippedPerson.person.login) ?? 0 }));
  const rows = peopleWithGrants.flatMap(({ userId, grants }) => grants.map((grant) => ({ ...grant, userId })));
  await insertGrants(trx, rows);
  return peopleWithGrants
    .filter(({ grants }) => grants.length > 0)
    .flatMap(({ userId, issues }) => issues.map((issue) => ({ ...issue, userId })));
}

type SuspensionContext = { ids: IdsByLogin; now: number; administratorId: number };

/** Whether the customer with this index is suspended: every fortieth. */
const isSuspended = (index: number): boolean => index % 40 === 11;

/** Suspends every fortieth customer. The licences of these customers can be seen but not renewed. */
async function suspendCustomers(trx: Trx, customers: readonly Person[], context: SuspensionContext): Promise<void> {
  const { ids, now, administratorId } = context;
  const at = now - days(9);
  const reason = 'The company has closed.';
  for (const person of customers.filter((_, index) => isSuspended(index))) {
    const userId = findId(ids, person.login) ?? 0;
    await suspendUser(trx, userId, { at, by: administratorId });
    await insertHistory(trx, [
      { userId, at, actorId: administratorId, fromStatus: 'active', toStatus: 'suspended', reason },
    ]);
  }
}

async function insertNotes(trx: Trx, now: number): Promise<void> {
  const rows = notes.map(({ version, daysAgo, title, description, status }) => {
    const releasedAt = now - days(daysAgo);
    const writtenAt = Math.min(releasedAt, now) - days(2);
    return {
      title,
      description,
      version,
      releaseDate: toUtcDay(releasedAt),
      status: status ?? ('published' as const),
      createdAt: writtenAt,
      updatedAt: writtenAt,
    };
  });
  for (const note of await insertReleaseNotes(trx, rows)) await writeNoteSearch(trx, note.id, note);
}

/** Two towns of each country with customers of the demo. */
const townsByCountry: Readonly<Record<string, readonly [string, string]>> = {
  AT: ['Graz', 'Linz'],
  AU: ['Brisbane', 'Perth'],
  BE: ['Gent', 'Antwerpen'],
  BR: ['Curitiba', 'Campinas'],
  CA: ['Hamilton', 'Calgary'],
  CH: ['Winterthur', 'Bern'],
  CZ: ['Brno', 'Plzeň'],
  DE: ['Kassel', 'Nürnberg'],
  DK: ['Odense', 'Aarhus'],
  ES: ['Bilbao', 'Zaragoza'],
  FI: ['Tampere', 'Oulu'],
  FR: ['Lyon', 'Nantes'],
  GB: ['Sheffield', 'Bristol'],
  IE: ['Cork', 'Galway'],
  IN: ['Pune', 'Chennai'],
  IT: ['Brescia', 'Torino'],
  JP: ['Nagoya', 'Kobe'],
  NL: ['Eindhoven', 'Zwolle'],
  NO: ['Drammen', 'Trondheim'],
  PL: ['Łódź', 'Poznań'],
  PT: ['Braga', 'Aveiro'],
  SE: ['Västerås', 'Malmö'],
  US: ['Columbus', 'Tulsa'],
};

/** Creates a CRM account for each company of the customers, numbered in the order of their names. */
function createCrmAccounts(customers: readonly Person[]): CrmAccount[] {
  const countryByCompany = new Map(customers.map(({ company, country }) => [company, country]));
  return [...countryByCompany]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, country], index) => ({
      account: `C-${10_001 + index}`,
      name,
      city: townsByCountry[country]?.[index % 2] ?? '',
      country,
    }));
}

type Grant = Omit<NewRow<'toolGrants'>, 'userId'>;

const createGrant = (brandId: Brand, addOns: readonly string[], validTo: string | null = null): Grant => ({
  toolId: 'basics',
  brandId,
  configTools: JSON.stringify(addOns),
  validFrom: null,
  validTo,
});

/** Creates a grant of the tool for a brand, without add-ons and without an end date. */
const createPlainGrant = (brand: Brand): Grant => createGrant(brand, []);

/**
 * Creates the grants of an account from `accounts.ts`. Staff, and the customers whose licences a visitor opens first, have the rail
 * configurator.
 */
const createAccountGrants = ({ profileId, brand }: Person): Grant[] =>
  brand === null || [2, 6, 8, 10].includes(profileId ?? 0)
    ? [createGrant('blue', ['configRail']), createGrant('red', ['configRail'])]
    : [createGrant(brand, profileId === null ? [] : ['configRail'])];

/**
 * Invents the grants of a customer: usually the tool under their own brand. Some customers have the add-on, grants for both brands or an
 * end date, and a few customers have no grant.
 */
function inventGrants({ brand }: Person, { random, now }: { random: RandomNumbers; now: number }): Grant[] {
  if (random.isTrueIn(4)) return [];
  const addOns = random.isTrueIn(30) ? ['configRail'] : [];
  const validTo = random.isTrueIn(8) ? toUtcDay(now + days(random.integerBetween(40, 300))) : null;
  const ownBrand = brand ?? 'blue';
  const otherBrand: Brand = ownBrand === 'blue' ? 'red' : 'blue';
  return [createGrant(ownBrand, addOns, validTo), ...(random.isTrueIn(8) ? [createGrant(otherBrand, [])] : [])];
}
