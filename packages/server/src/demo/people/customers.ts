import type { RandomNumbers } from '../random-numbers.ts';
import { assignments } from './accounts.ts';
import type { Brand, Person } from './people.ts';
import { companyNames, companyTrades, countries, type Country } from './places.ts';

type Profile = keyof typeof companyTrades;

/** The profile ids of the invented customers. Most of them are small customers (7); 13 is the profile of URJA users. */
const profiles: readonly [Profile, ...Profile[]] = [7, 7, 7, 7, 8, 8, 8, 5, 5, 3, 13];

/** Invents customers in all countries and of both brands, some of them at the same company. Logins are unique. */
export function inventCustomers(random: RandomNumbers): Person[] {
  const logins = new Set<string>();
  return countries.flatMap((country) => {
    const companies: Company[] = [];
    return Array.from({ length: country.customerCount }, () => {
      const previousCompany = companies.at(-1);
      const company = previousCompany && random.isTrueIn(30) ? previousCompany : inventCompany(country, random);
      companies.push(company);
      return inventPerson(country, company, { random, logins });
    });
  });
}

type Company = { name: string; domain: string; profile: Profile; brand: Brand };

function inventCompany(country: Country, random: RandomNumbers): Company {
  const profile = random.pick(profiles);
  const name = `${random.pick(companyNames)} ${random.pick(companyTrades[profile])}`;
  return {
    name: `${name} ${country.companyForm}`,
    domain: `${toPlainAscii(name).replaceAll(' ', '-')}-${country.code.toLowerCase()}.example`,
    profile,
    brand: random.isTrueIn(60) ? 'blue' : 'red',
  };
}

/** Invents an employee of a company, with an unused login. */
export function inventPerson(
  country: Country,
  company: Company,
  { random, logins }: { random: RandomNumbers; logins: Set<string> },
): Person {
  const firstName = random.pick(country.names.first);
  const lastName = random.pick(country.names.last);
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
    phone: `+${country.callingCode} 5550 ${random.integerBetween(1000, 9999)}`,
    profileId: company.profile,
    brand: company.brand,
    country: country.code,
    createdDaysAgo: random.isTrueIn(20) ? random.integerBetween(20, 150) : random.integerBetween(150, 1100),
    ...(salesman !== undefined && random.isTrueIn(35) && { createdBy: salesman }),
  };
}

/** Finds the user who decides requests from the given country for this brand: the salesman, else the administrator. */
export const findDecider = (country: string, brand: Brand): string =>
  findSalesman(country, brand) ?? 'administrator@demo.example';

const findSalesman = (country: string, brand: Brand): string | undefined =>
  assignments.find((assignment) => assignment.brand === brand && assignment.countries.includes(country))?.salesman;

const asciiLetters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae' };

/** Converts a name for an e-mail address: in lower case and without accents. */
const toPlainAscii = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øłßæ]/g, (letter) => asciiLetters[letter] ?? letter);
