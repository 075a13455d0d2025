import type { Person } from './people.ts';

export const demoPassword = 'Quartz-Lantern-27';

type AccountOptions = Pick<Person, 'login' | 'firstName' | 'lastName'> & Partial<Person>;

/** Creates an account, by default of a member of staff. */
const createAccount = (profileId: number | null, values: AccountOptions): Person => ({
  company: 'Basics',
  phone: '+47 5550 0100',
  profileId,
  brand: null,
  country: 'NO',
  createdDaysAgo: 1100,
  ...values,
});

/** The demo has an account for every profile, and a second salesman; the name before the @ is the profile. */
export const accounts: readonly Person[] = [
  createAccount(1, { login: 'administrator@demo.example', firstName: 'Astrid', lastName: 'Nyland' }),
  createAccount(2, { login: 'salesman@demo.example', firstName: 'Simon', lastName: 'Aasen', brand: 'blue' }),
  createAccount(2, {
    login: 'salesman2@demo.example',
    firstName: 'Claire',
    lastName: 'Martel',
    brand: 'red',
    country: 'FR',
    phone: '+33 5550 0101',
  }),
  createAccount(10, {
    login: 'applicationexpert@demo.example',
    firstName: 'Edwin',
    lastName: 'Marsh',
    brand: 'blue',
    country: 'GB',
  }),
  createAccount(6, { login: 'adv@demo.example', firstName: 'Ada', lastName: 'Verdi', brand: 'red', country: 'IT' }),
  createAccount(3, {
    login: 'agentdistributor@demo.example',
    firstName: 'Anke',
    lastName: 'Dorn',
    company: 'Kestrel Distribution GmbH',
    brand: 'red',
    country: 'DE',
    phone: '+49 5550 0102',
    createdDaysAgo: 640,
  }),
  createAccount(5, {
    login: 'oem@demo.example',
    firstName: 'Oskar',
    lastName: 'Malm',
    company: 'Granite Machinery AB',
    brand: 'blue',
    country: 'SE',
    phone: '+46 5550 0103',
    createdDaysAgo: 520,
  }),
  createAccount(7, {
    login: 'smallcustomer@demo.example',
    firstName: 'Sofie',
    lastName: 'Collin',
    company: 'Fjordland Workshop AS',
    brand: 'blue',
    country: 'NO',
    phone: '+47 5550 0104',
    createdDaysAgo: 960,
  }),
  createAccount(8, {
    login: 'designeroffice@demo.example',
    firstName: 'Dina',
    lastName: 'Ohlsen',
    company: 'Meridian Drawing Office A/S',
    brand: 'blue',
    country: 'DK',
    phone: '+45 5550 0105',
    createdDaysAgo: 410,
  }),
  createAccount(13, {
    login: 'urjauser@demo.example',
    firstName: 'Urho',
    lastName: 'Jalava',
    company: 'Saltmarsh Energy Oy',
    brand: 'red',
    country: 'FI',
    phone: '+358 5550 0106',
    createdDaysAgo: 300,
  }),
  // A user whose profile id is not one of the nine profiles is a viewer. Without a profile, a user cannot sign in.
  createAccount(0, {
    login: 'viewer@demo.example',
    firstName: 'Vera',
    lastName: 'Winter',
    company: 'Orchard Engineering B.V.',
    brand: 'red',
    country: 'NL',
    phone: '+31 5550 0107',
    createdDaysAgo: 45,
  }),
];

/** The countries of each salesman, by brand. Administrators are responsible for all other countries. */
export const assignments: readonly { salesman: string; brand: 'blue' | 'red'; countries: readonly string[] }[] = [
  {
    salesman: 'salesman@demo.example',
    brand: 'blue',
    countries: ['NO', 'SE', 'DK', 'FI', 'DE', 'AT', 'CH', 'NL', 'BE'],
  },
  { salesman: 'salesman@demo.example', brand: 'red', countries: ['NO', 'SE', 'DK'] },
  {
    salesman: 'salesman2@demo.example',
    brand: 'red',
    countries: ['FR', 'ES', 'PT', 'IT', 'DE', 'GB', 'IE', 'PL', 'CZ'],
  },
  { salesman: 'salesman2@demo.example', brand: 'blue', countries: ['FR', 'ES', 'PT', 'IT', 'GB', 'US', 'CA'] },
];
