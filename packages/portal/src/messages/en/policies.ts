import { counted } from './counted.ts';

type Terms = { months: number | null; days: number | null; seats: number; moves: number };

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
const term = ({ months, days }: Terms): string =>
  months === null ? counted(days ?? 0, 'day') : counted(months, 'month');

/** What the screen of the licence policies says. */
export const policies = {
  title: 'Licence policies',
  lead: 'How long licences last, on how many PCs they run, and how often they may move to another one. A change counts from the next licence on.',
  failed: 'Failed to fetch Policies',
  grace: (days: number) =>
    `After its last day every licence works for ${days} days more. The licence format fixes that number, so that a licence code and a licence file of the same licence end alike: it is no part of a policy.`,

  tool: 'Tool',
  brand: 'Brand',
  allBrands: 'All brands',
  retired: (name: string) => `${name} (retired)`,
  retiredNote: 'This tool is retired: these policies are for those who still have it.',

  empty: {
    title: 'No tool yet',
    text: 'Policies come with the tools: each new one gets the starting values for every profile and brand.',
    tools: 'Add a tool',
  },

  profile: 'Profile',
  term: 'Lasts',
  unit: 'Months or days',
  months: 'months',
  days: 'days',
  seats: 'PCs',
  moves: 'Moves in 12 months',
  people: 'People',
  licenses: 'Active licences',
  termWords: term,
  terms: (terms: Terms) => `${term(terms)}, ${counted(terms.seats, 'PC')}, ${counted(terms.moves, 'move')}`,
  began: (terms: string) => `Began with ${terms}`,
  trial: 'Trial',
  name: (profile: string, brand: string) => `${profile}, ${brand}`,

  edit: (name: string) => `Edit ${name}`,
  editing: (name: string) => `Whom the policy of ${name} reaches`,
  alsoFor: 'The same for',
  alsoBrand: (brand: string, terms: string) => `${brand} (now ${terms})`,
  save: 'Save',
  saved: (count: number) => (count === 1 ? 'Policy saved' : `${count} policies saved`),
  saveFailed: 'The policy was not saved',
  reset: 'Back to the starting value',
  stale: 'Load it again',

  reach: {
    same: 'Nothing differs from what is saved.',
    counting: 'Counting whom it touches',
    unknown: 'Whom it touches could not be counted.',
    wrong: 'Mend the fields that are marked to see whom it touches.',
    nobody: 'Nobody falls under it yet.',
    touches: (count: number, licenses: number) =>
      licenses === 0
        ? `Touches ${people(count)} without an active licence.`
        : `Touches ${people(count)} with ${counted(licenses, 'active licence')}.`,
    above: (count: number, machines: number) =>
      `${people(count)} ${count === 1 ? 'has' : 'have'} more PCs than that (${machines} too many): they keep them, but get no new one.`,
    keep: 'Licences already issued keep what they say.',
    renewal: (after: Terms, before: Terms) =>
      `At their next renewal they get ${term(after)} instead of ${term(before)}.`,
    becomesTrial: 'Licences that last days are marked as trial licences.',
    noLongerTrial: 'New licences are no longer marked as trial licences.',
    noMoves: 'Nobody can move a licence to another PC without a salesman any more.',
    fewerMoves: 'Moves of the last 12 months count: who has used them up needs a salesman for the next one.',
  },
} as const;
