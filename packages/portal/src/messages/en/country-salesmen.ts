import { counted } from './counted.ts';

function people(users: number, requests: number): string {
  if (requests === 0) return counted(users, 'user');
  if (users === 0) return counted(requests, 'open request');
  return `${counted(users, 'user')} and ${counted(requests, 'open request')}`;
}

/** What the Country/Salesman screen says. */
export const countrySalesmen = {
  title: 'Country/Salesman',
  lead: 'Who looks after which country for which brand. Account requests go to the salesman named here.',
  views: 'Views',
  list: 'Assignments',
  coverage: 'Coverage',
  failed: 'Failed to fetch Country/Salesman',
  optionsFailed: 'Failed to fetch Countries, Brands and Salesmen',
  own: 'You can change the assignments of countries that you look after yourself.',
  ownNone: 'No country is assigned to you yet, so you cannot change any here. Ask an administrator.',

  country: 'Country',
  continent: 'Continent',
  brand: 'Brand',
  salesman: 'Salesman',
  search: 'Search assignments',
  found: (count: number) => `${counted(count, 'assignment')} found`,
  any: { continent: 'All continents', country: 'All countries', brand: 'All brands', salesman: 'All salesmen' },
  chip: (field: string, value: string) => `${field}: ${value}`,
  choose: 'Choose',
  unknownCountry: 'No country has this name. Choose one from the list.',
  notYourCountry: 'Only countries that you look after can be assigned. Choose one from the list.',
  name: (country: string, brand: string, salesman: string) => `${country}, ${brand}, ${salesman}`,
  noName: 'Not named',
  inactive: (name: string) => `${name} (not active)`,

  empty: {
    title: 'No country is assigned yet',
    text: 'Requests go to the administrators until a salesman looks after their country.',
  },
  noResult: {
    title: 'Results not found',
    text: 'No assignment matches the search and the filters.',
    clear: 'Clear all',
    page: 'There are fewer pages than that.',
    toStart: 'Go to the first page',
  },

  add: 'Add assignment',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  save: 'Save',
  saveFailed: 'The assignment was not saved',
  saved: 'Assignment saved',
  shared: (names: string) => `${names} has this too. Each of them gets its requests.`,
  sharedByMany: (names: string) => `${names} have this too. Each of them gets its requests.`,

  deletion: {
    action: (count: number) => (count === 1 ? 'Delete assignment' : `Delete ${count} assignments`),
    question: (count: number) => (count === 1 ? 'Delete this assignment?' : `Delete ${count} assignments?`),
    counting: 'Counting whom it leaves without a salesman',
    leaves: (users: number, requests: number) =>
      users + requests === 0
        ? 'Nobody loses a salesman by it.'
        : `${people(users, requests)} ${users + requests === 1 ? 'loses the' : 'lose their'} salesman.`,
    next: 'New requests go to another salesman of the country, or else to the administrators.',
    unknown: 'Whom it leaves without a salesman could not be counted.',
    more: (count: number) => `and ${count} more`,
    failed: 'Delete Country/Salesman error',
    done: (count: number) => `${counted(count, 'assignment')} deleted`,
    kept: (count: number) => `${counted(count, 'assignment')} could not be deleted`,
    gone: 'It is not there any more.',
    keptLine: (name: string, reason: string) => `${name}: ${reason}`,
    dismiss: 'Dismiss',
  },

  matrix: {
    title: 'Who covers what',
    gapsOnly: 'Only gaps',
    gap: 'No salesman',
    notNeeded: 'Nobody to look after',
    nobodyHere: 'No customers yet',
    waiting: (users: number, requests: number) => people(users, requests),
    assign: 'Assign a salesman',
    assignFor: (country: string, brand: string) => `to ${country}, ${brand}`,
    summary: (gaps: number, users: number, requests: number) =>
      gaps === 0
        ? 'Every country with customers or open requests has a salesman for each of their brands.'
        : `${counted(gaps, 'gap')}: ${people(users, requests)} without a salesman.`,
    /** Said to whoever sees only those that he looks after. */
    scoped: {
      nobody: 'None of yours',
      waiting: (users: number, requests: number) => `${people(users, requests)} of yours`,
      noGaps: 'Each of your customers and open requests has a salesman.',
    },
    empty: { title: 'Nothing to cover yet', text: 'No country has customers, open requests or a salesman.' },
    noGaps: { title: 'No gaps', text: 'Nothing here is without a salesman.', all: 'Show all countries' },
  },

  recipient: {
    title: 'Who would get this request?',
    lead: 'Choose where a request comes from and for which brand.',
    ask: 'Show who',
    failed: 'Who would get it could not be found out',
    by: {
      countryAndBrand: (country: string, brand: string) => `Because it is assigned: ${country} for ${brand}.`,
      country: (country: string, brand: string) =>
        `Nobody has ${country} for ${brand}, so it goes to who has ${country} for another brand.`,
      administrators: (country: string) => `Nobody has ${country}, so it goes to the administrators.`,
    },
    together: 'All of them get it; who decides first has decided.',
    nobody: 'Nobody: there is no active administrator.',
  },
} as const;
