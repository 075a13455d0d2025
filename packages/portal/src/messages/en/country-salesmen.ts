import { formatNumber, formatPlural } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

function formatUsersAndRequests(users: number, requests: number): string {
  if (requests === 0) return counted(users, 'user');
  if (users === 0) return counted(requests, 'open request');
  return `${counted(users, 'user')} and ${counted(requests, 'open request')}`;
}

/** Texts of the Country/Salesman screen. */
export const countrySalesmen = {
  title: 'Country/Salesman',
  views: 'Assignments or coverage',
  list: 'Assignments',
  coverage: 'Coverage',
  failed: 'Failed to fetch Country/Salesman',
  optionsFailed: 'Failed to fetch Countries, Brands and Salesmen',
  own: 'You can change your own countries.',
  ownNone: 'No country is assigned to you, so you cannot change assignments. Ask an administrator.',

  fields: { continent: 'Continent', country: 'Country', brand: 'Brand', salesman: 'Salesman' },
  country: 'Country',
  continent: 'Continent',
  brand: 'Brand',
  salesman: 'Salesman',
  users: 'Users',
  openRequests: 'Open requests',
  search: 'Search assignments',
  found: (count: number) => counted(count, 'assignment'),
  choose: 'Choose',
  unknownCountry: 'No country has this name. Choose one from the list.',
  unknownSalesman: 'Choose a salesman from the list.',
  notYourCountry: 'You can only assign countries that are assigned to you. Choose one from the list.',
  name: (country: string, brand: string, salesman: string) => `${country}, ${brand}, ${salesman}`,
  noName: 'No name',
  inactive: (name: string) => `${name} (not active)`,

  empty: {
    title: 'No assignments yet',
    text: 'Until then, requests go to the administrators.',
  },
  noResult: {
    text: 'No assignment matches your search and filters.',
  },

  add: 'Add assignment',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  save: 'Save',
  saveFailed: 'The assignment was not saved',
  saved: 'Assignment saved',
  shared: (names: string) => `${names} is also assigned. Both get its requests.`,
  sharedByMany: (names: string) => `${names} are also assigned. All of them get its requests.`,

  deletion: {
    action: (count: number) => (count === 1 ? 'Delete assignment' : `Delete ${counted(count, 'assignment')}`),
    question: (count: number) => (count === 1 ? 'Delete this assignment?' : `Delete ${counted(count, 'assignment')}?`),
    counting: 'Counting affected users and requests',
    leaves: (users: number, requests: number) =>
      users + requests === 0
        ? 'No user or request loses its salesman.'
        : `${formatUsersAndRequests(users, requests)} ${users + requests === 1 ? 'loses the' : 'lose their'} salesman.`,
    next: 'New requests then go to another salesman for the country, or to the administrators if there is none.',
    unknown: 'The affected users and requests could not be counted.',
    more: (count: number) => `and ${formatNumber(count)} more`,
    failed: 'Delete Country/Salesman error',
    done: (count: number) => `${counted(count, 'assignment')} deleted`,
    kept: (count: number) => `${counted(count, 'assignment')} could not be deleted`,
    gone: 'The assignment no longer exists.',
    keptLine: (name: string, reason: string) => `${name}: ${reason}`,
    dismiss: 'Dismiss',
  },

  territory: {
    title: 'Territory',
    loading: 'Loading the territory',
    all: 'Country/Salesman',
    none: 'No country is assigned yet. An administrator assigns countries.',
    shared: 'Shared countries',
    sharedWith: (countries: string, name: string) => `${countries}, with ${name}`,
  },

  gaps: {
    title: 'Countries and brands without a salesman',
    loading: 'Loading the coverage',
    choose: 'Choose a salesman',
    salesmanFor: (place: string) => `Salesman for ${place}`,
    summary: (gaps: number, users: number, requests: number) =>
      gaps === 0
        ? 'Every country with customers or open requests has a salesman for each brand.'
        : `${counted(gaps, 'gap')}: ${formatUsersAndRequests(users, requests)} without a salesman.`,
    /** For salesmen, who see only the customers that they are responsible for. */
    noneOfYours: 'All your customers and open requests have a salesman.',
    empty: { title: 'Nothing to cover yet', text: 'No country has customers, open requests or a salesman yet.' },
  },

  map: {
    title: 'Map of the countries',
    brand: (mark: string, name: string) => (mark === name ? name : `${mark} = ${name}`),
    legend: (brands: string) => `Users and open requests (${brands}). Amber: no salesman.`,
    gap: 'No salesman',
    people: (users: number, requests: number) => formatUsersAndRequests(users, requests),
    saved: (place: string, salesman: string) => `${place} now belongs to ${salesman}`,
    notUndone: 'The change could not be undone. Change the salesman again.',
  },

  handOver: {
    open: 'Hand over a territory',
    title: 'Hand over a territory',
    lead: 'Choose both salesmen to see what moves.',
    from: 'From',
    to: 'To',
    choose: 'Choose…',
    countries: 'Countries',
    allCountries: 'All countries',
    brands: 'Brands',
    allBrands: 'All brands',
    everything: (from: string) => `The users that ${from} created move too.`,
    changed: 'The territory has changed since the preview. Read the new preview, then hand over.',
    wholeMoves: (from: string, to: string) => `The whole territory of ${from} moves to ${to}.`,
    partMoves: (part: string, from: string, to: string) => `${part} moves from ${from} to ${to}.`,
    newRecords: (to: string, records: string) => `New for ${to}: ${records}.`,
    records: { users: 'Users', companies: 'Companies', requests: 'Open requests', questions: 'Open help requests' },
    counted: {
      users: (count: number) => counted(count, 'user'),
      companies: (count: number) => formatPlural(count, { one: 'company', other: 'companies' }),
      requests: (count: number) => counted(count, 'open request'),
      questions: (count: number) => counted(count, 'open help request'),
    },
    moves: 'Assignments that move',
    movesNothing: 'No assignment moves.',
    typeUsers: (users: number) => `To confirm, type how many users move: ${users}`,
    partDone: (part: string, from: string, to: string) => `${to} now has ${part} instead of ${from}`,
    submit: 'Hand over',
    done: (from: string, to: string) => `${to} now has the whole territory of ${from}`,
    failed: 'The territory was not handed over',
  },
} as const;
