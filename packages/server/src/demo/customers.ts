import type { RandomNumbers } from './chance.ts';
import { assignments } from './accounts.ts';
import type { Brand, Person } from './people.ts';
import { companyNames, companyTrades, countries } from './places.ts';
import type { Country } from './places.ts';

type Profile = keyof typeof companyTrades;

/** Profile ids of customers. Most are small customers; 13 stands for URJA users. */
const profiles: readonly [Profile, ...Profile[]] = [7, 7, 7, 7, 8, 8, 8, 5, 5, 3, 13];

/** Invents customers in all countries and of both brands, some of them at the same company. Logins are unique. */
export function inventCustomers(chance: RandomNumbers): Person[] {
  const logins = new Set<string>();
  return countries.flatMap((country) => {
    const companies: Company[] = [];
    return Array.from({ length: country.customers }, () => {
      const previousCompany = companies.at(-1);
      const company = previousCompany && chance.happens(30) ? previousCompany : inventCompany(country, chance);
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

/** Invents an employee of a company, with an unused login. */
export function inventPerson(
  country: Country,
  company: Company,
  { chance, logins }: { chance: RandomNumbers; logins: Set<string> },
): Person {
  const firstName = chance.pick(country.names.first);
  const lastName = chance.pick(country.names.last);
  const name = `${toPlainAscii(firstName)}.${toPlainAscii(lastName).replaceAll(/[^a-z]/g, '')}`;
  let login = `${name}@${company.domain}`;
  for (let suffix = 2; logins.has(login); suffix += 1) login = `${name}${suffix}@${company.domain}`;
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

/** Finds the user who decides requests from this country for this brand: the salesman, else the administrator. */
export const findDecider = (country: string, brand: Brand): string =>
  findSalesman(country, brand) ?? 'administrator@demo.example';

const findSalesman = (country: string, brand: Brand): string | undefined =>
  assignments.find((each) => each.brand === brand && each.countries.includes(country))?.salesman;

const asciiLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae' };

/** Converts a name for an e-mail address: in lower case and without accents. */
const toPlainAscii = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øłßæ]/g, (letter) => asciiLetters[letter] ?? letter);
