import type { Chance } from './chance.ts';
import type { Person } from './people.ts';

/** A PC of the demo: its name, and a number from which its parts are invented. */
export type Pc = { name: string; serial: number };

/** A licence issued this many days ago, and its further history. */
export type Issue = {
  daysAgo: number;
  pc: Pc;
  reason: 'new' | 'renew' | 'moved';
  /** The PC had got a new disk. */
  isChanged?: true;
  revoked?: { daysAgo: number; reason: string };
};

const issued = (daysAgo: number, pc: Pc): Issue => ({ daysAgo, pc, reason: 'new' });

/** The licences of the demo's named accounts; staff and the viewer have none. */
export function historyOfAccount({ login }: Person, nextPc: NextPc): Issue[] {
  const [profile = ''] = login.split('@');
  return ownHistories.get(profile)?.(nextPc) ?? [];
}

const ownHistories = new Map<string, (nextPc: NextPc) => Issue[]>([
  ['smallcustomer', richHistory],
  ['oem', (nextPc) => [issued(410, nextPc('PLANT-01')), issued(96, nextPc('PLANT-02'))]],
  ['designeroffice', (nextPc) => [issued(347, nextPc('STUDIO-01')), issued(20, nextPc('STUDIO-02'))]],
  ['agentdistributor', (nextPc) => [issued(500, nextPc('COUNTER-01')), issued(60, nextPc('COUNTER-02'))]],
  ['adv', (nextPc) => [issued(200, nextPc('DESK-07'))]],
  ['urjauser', (nextPc) => [issued(170, nextPc('CONTROL-03'))]],
]);

/** A licence in every state. A small customer may have two PCs at a time; one is left free to try. */
function richHistory(nextPc: NextPc): Issue[] {
  const [sold, office, old] = [nextPc('WORKSHOP-01'), nextPc('OFFICE-02'), nextPc('DRAWING-03')];
  // The new laptop has the same name as the one that it replaces.
  const [laptop, newLaptop] = [nextPc('LAPTOP-04'), nextPc('LAPTOP-04')];
  return [
    { daysAgo: 930, pc: sold, reason: 'new', revoked: { daysAgo: 860, reason: 'The PC was stolen.' } },
    { daysAgo: 800, pc: old, reason: 'new' },
    // A one-year licence, renewed a week before its end: twelve days are left.
    { daysAgo: 718, pc: office, reason: 'new' },
    { daysAgo: 360, pc: office, reason: 'renew' },
    { daysAgo: 430, pc: laptop, reason: 'new' },
    { daysAgo: 350, pc: laptop, reason: 'new', isChanged: true },
    { daysAgo: 240, pc: newLaptop, reason: 'moved' },
  ];
}

export type NextPc = (name?: string) => Pc;

/** A customer's licences last `term` days, on `seats` PCs at a time; the account is `since` days old. */
type Customer = { nextPc: NextPc; chance: Chance; term: number; seats: number; since: number };

/** The licence histories of customers; some have never had a licence. */
export function inventHistory(
  { profileId, createdDaysAgo }: Person,
  means: { nextPc: NextPc; chance: Chance },
): Issue[] {
  const isUrja = profileId === 13;
  const since = createdDaysAgo - 2;
  const customer = { ...means, since, term: isUrja ? 182 : 365, seats: isUrja ? 1 : 2 };
  const stories: readonly [History, ...History[]] = [
    running, running, running, running, endingSoon, endingSoon, over, over, over, renewed, renewed, moved, revoked, never,
  ]; // prettier-ignore
  const issues = means.chance.pick(stories)(customer);
  return issues.every((issue) => issue.daysAgo < since) ? issues : fresh(customer);
}

type History = (customer: Customer) => Issue[];

const running: History = ({ nextPc, chance, term, seats }) =>
  Array.from({ length: chance.between(1, seats) }, () => issued(chance.between(1, Math.floor(term * 0.85)), nextPc()));

const endingSoon: History = ({ nextPc, chance, term }) => [
  issued(term - chance.between(1, Math.min(28, term - 2)), nextPc()),
];

const over: History = ({ nextPc, chance, term }) => [issued(term + chance.between(2, 240), nextPc())];

const renewed: History = ({ nextPc, chance, term }) => {
  const pc = nextPc();
  const daysAgo = chance.between(10, Math.floor(term * 0.8));
  return [issued(daysAgo + term - 10, pc), { daysAgo, pc, reason: 'renew' }];
};

const moved: History = ({ nextPc, chance, term }) => {
  const first = chance.between(Math.floor(term * 0.5), Math.floor(term * 0.8));
  return [issued(first, nextPc()), { daysAgo: chance.between(2, first - 2), pc: nextPc(), reason: 'moved' }];
};

const revoked: History = ({ nextPc, chance, term }) => {
  const daysAgo = chance.between(10, Math.floor(term * 0.8));
  const reason = chance.pick(['The PC was stolen.', 'The invoice was cancelled.', 'Issued for the wrong company.']);
  return [{ ...issued(daysAgo, nextPc()), revoked: { daysAgo: Math.floor(daysAgo / 2), reason } }];
};

const never: History = () => [];

/** For customers whose account is too new for a longer history. */
const fresh: History = ({ nextPc, chance, since }) => [issued(chance.between(1, since - 1), nextPc())];
