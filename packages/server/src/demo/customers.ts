import type { RandomNumbers } from './chance.ts';
import { assignments } from './accounts.ts';
import type { Brand, Person } from './people.ts';
import { companyNames, companyTrades, countries } from './places.ts';
import type { Country } from './places.ts';

type Profile = keyof typeof companyTrades;

/** Profile ids of customers. Most are small customers; 13 stands for URJA users. */
const profiles: readonly [Profile, ...Profile[]] = [7, 7, 7, 7, 8, 8, 8, 5, 5, 3, 13];

/** Customers in all countries and of both brands, some with colleagues at the same company. Logins are unique. */
export function inventCustomers(chance: RandomNumbers): Person[] {
  const logins = new Set<string>();
  return countries.flatMap((country) => {
    const companies: Company[] = [];
    return Array.from({ length: country.customers }, () => {
      const known = companies.at(-1);
      const company = known && chance.happens(30) ? known : inventCompany(country, chance);
      companies.push(company);
      return inventPerson(country, company, { chance, logins });
    });
  });
}

type Company = { name: string; domain: string; profile: Profile; brand: Brand };

function inventCompany(country: Country, chance: RandomNumbers): Company {
  const profile = chance.pick(profiles);
  const name = `${chance.pick(companyNames)} ${chance.pick(companyTrades[profile])}`;
  return {
    name: `${name} ${country.company}`,
    domain: `${toPlainAscii(name).replaceAll(' ', '-')}-${country.code.toLowerCase()}.example`,
    profile,
    brand: chance.happens(60) ? 'blue' : 'red',
  };
}

/** An employee of a company, with an unused login. */
export function inventPerson(
  country: Country,
  company: Company,
  { chance, logins }: { chance: RandomNumbers; logins: Set<string> },
): Person {
  const firstName = chance.pick(country.names.first);
  const lastName = chance.pick(country.names.last);
  const name = `${toPlainAscii(firstName)}.${toPlainAscii(lastName).replaceAll(/[^a-z]/g, '')}`;
  let login = `${name}@${company.domain}`;
  for (let again = 2; logins.has(login); again += 1) login = `${name}${again}@${company.domain}`;
  logins.add(login);
  const salesman = findSalesman(country.code, company.brand);
  return {
    login,
    firstName,
    lastName,
    company: company.name,
    phone: `+${country.calling} 5550 ${chance.between(1000, 9999)}`,
    profileId: company.profile,
    brand: company.brand,
    country: country.code,
    createdDaysAgo: chance.happens(20) ? chance.between(20, 150) : chance.between(150, 1100),
    ...(salesman !== undefined && chance.happens(35) && { createdBy: salesman }),
  };
}

/** The user who decides about a customer of this country and brand: the salesman, else the administrator. */
export const findDecider = (country: string, brand: Brand): string =>
  findSalesman(country, brand) ?? 'administrator@demo.example';

const findSalesman = (country: string, brand: Brand): string | undefined =>
  assignments.find((each) => each.brand === brand && each.countries.includes(country))?.salesman;

const letters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae' };

/** As in an e-mail address: lower case, without accents. */
const toPlainAscii = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øłßæ]/g, (letter) => letters[letter] ?? letter);
