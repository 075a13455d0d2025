import { formatNumber } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

type Terms = { months: number | null; days: number | null; seats: number; moves: number };

const countPeople = (count: number): string => (count === 1 ? '1 person' : `${formatNumber(count)} people`);
const formatTerm = ({ months, days }: Terms): string =>
  months === null ? counted(days ?? 0, 'day') : counted(months, 'month');

/** Texts of the screen of licence policies. */
export const policies = {
  title: 'Licence policies',
  failed: 'Failed to fetch Policies',
  grace: (days: number) =>
    `Changes apply to licences issued from now on. Each licence also works for ${days} days after it expires.`,

  tool: 'Tool',
  brand: 'Brand',
  allBrands: 'All brands',
  retired: (name: string) => `${name} (retired)`,
  retiredNote: 'This tool is retired. These policies apply to users who still have it.',

  empty: {
    title: 'No tools yet',
    text: 'Each new tool gets default policies for every profile and brand.',
    tools: 'Add tool',
  },

  profile: 'Profile',
  term: 'Lasts',
  unit: 'Months or days',
  months: 'months',
  days: 'days',
  seats: 'PCs',
  moves: 'PC changes in 12 months',
  people: 'People',
  licenses: 'Active licences',
  termWords: formatTerm,
  terms: (terms: Terms) => `${formatTerm(terms)}, ${counted(terms.seats, 'PC')}, ${counted(terms.moves, 'PC change')}`,
  withoutBridge: (terms: string) => `${terms}, no 7-day licence`,
  began: (terms: string) => `Default: ${terms}`,
  trial: 'Trial',
  noBridge: 'No 7-day licence',
  renewalDays: 'Renewal opens (days before expiry)',
  renewalDaysHint: (days: number) =>
    `Leave the field empty for ${days} days. A renewal never opens before half of the term.`,
  renewalFrom: (days: number) => `Renewal ${counted(days, 'day')} before`,
  bridge: 'Allow a licence for 7 days when all seats are taken',
  bridgeHint:
    'Users get it at once, without staff: each PC once in 90 days, and not for trials. Their salesman gets an e-mail.',
  name: (profile: string, brand: string) => `${profile}, ${brand}`,

  edit: (name: string) => `Edit ${name}`,
  editing: (name: string) => `Effect of the policy for ${name}`,
  alsoFor: 'Apply the same to',
  alsoBrand: (brand: string, terms: string) => `${brand} (now ${terms})`,
  save: 'Save',
  saved: (count: number) => (count === 1 ? 'Policy saved' : `${formatNumber(count)} policies saved`),
  saveFailed: 'The policy was not saved',
  reset: 'Reset to default',
  stale: 'Load it again',

  reach: {
    same: 'No changes to save.',
    counting: 'Counting affected users',
    unknown: 'The affected users could not be counted.',
    wrong: 'Correct the marked fields to see the affected users.',
    nobody: 'No users are affected yet.',
    touches: (count: number, licenses: number) =>
      licenses === 0
        ? `Affects ${countPeople(count)} without an active licence.`
        : `Affects ${countPeople(count)} with ${counted(licenses, 'active licence')}.`,
    above: (count: number, machines: number) =>
      `${countPeople(count)} ${count === 1 ? 'has' : 'have'} more PCs than this (${machines} too many). They keep them, but cannot add new ones.`,
    keep: 'Issued licences do not change.',
    renewal: (after: Terms, before: Terms) =>
      `At their next renewal they get ${formatTerm(after)} instead of ${formatTerm(before)}.`,
    becomesTrial: 'Licences with a term in days are marked as trial licences.',
    noLongerTrial: 'New licences are no longer marked as trial licences.',
    renewalDays: (days: number | null) =>
      days === null
        ? 'Licences can be renewed from the usual day. This applies to issued licences too.'
        : `Licences can be renewed ${counted(days, 'day')} before their last day. This applies to issued licences too.`,
    bridges: 'Users without a free seat or PC change can get a licence for 7 days.',
    noBridges: 'Users without a free seat or PC change must wait for their salesman.',
    noMoves: 'Users can no longer move a licence to another PC without a salesman.',
    fewerMoves:
      'PC changes in the last 12 months count. Users who have used all of them need a salesman for the next one.',
  },
} as const;
