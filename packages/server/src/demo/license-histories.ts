import type { RandomNumbers } from './random-numbers.ts';
import type { Person } from './people/people.ts';

/** A PC of the demo: its name, and a number from which its parts are invented. */
export type Pc = { name: string; serial: number };

/** A licence that was issued a number of days ago, and its further history. */
export type DemoLicense = {
  issuedDaysAgo: number;
  pc: Pc;
  reason: 'new' | 'renew' | 'moved';
  /** The PC has got a new disk since its previous licence. */
  isChanged?: true;
  revoked?: { revokedDaysAgo: number; reason: string };
};

const createDemoLicense = (issuedDaysAgo: number, pc: Pc): DemoLicense => ({ issuedDaysAgo, pc, reason: 'new' });

/** Finds the licences of an account from `accounts.ts`; staff and the viewer have none. */
export function findAccountHistory({ login }: Person, nextPc: NextPc): DemoLicense[] {
  const [profile = ''] = login.split('@');
  return accountHistories.get(profile)?.(nextPc) ?? [];
}

const accountHistories = new Map<string, (nextPc: NextPc) => DemoLicense[]>([
  ['smallcustomer', createRichHistory],
  ['oem', (nextPc) => [createDemoLicense(410, nextPc('PLANT-01')), createDemoLicense(96, nextPc('PLANT-02'))]],
  [
    'designeroffice',
    (nextPc) => [createDemoLicense(347, nextPc('STUDIO-01')), createDemoLicense(20, nextPc('STUDIO-02'))],
  ],
  [
    'agentdistributor',
    (nextPc) => [createDemoLicense(500, nextPc('COUNTER-01')), createDemoLicense(60, nextPc('COUNTER-02'))],
  ],
  ['adv', (nextPc) => [createDemoLicense(200, nextPc('DESK-07'))]],
  ['urjauser', (nextPc) => [createDemoLicense(170, nextPc('CONTROL-03'))]],
]);

/**
 * Creates a history with a licence in every state. A small customer may use two PCs at a time; one of the two seats is left free for
 * visitors of the demo.
 */
function createRichHistory(nextPc: NextPc): DemoLicense[] {
  const [revokedPc, office, oldPc] = [nextPc('WORKSHOP-01'), nextPc('OFFICE-02'), nextPc('DRAWING-03')];
  // The new laptop has the same name as the laptop that it replaces.
  const [laptop, newLaptop] = [nextPc('LAPTOP-04'), nextPc('LAPTOP-04')];
  return [
    {
      issuedDaysAgo: 930,
      pc: revokedPc,
      reason: 'new',
      revoked: { revokedDaysAgo: 860, reason: 'The PC was stolen.' },
    },
    { issuedDaysAgo: 800, pc: oldPc, reason: 'new' },
    // A licence of one year that was renewed a week before its end. The renewed licence has twelve days left.
    { issuedDaysAgo: 718, pc: office, reason: 'new' },
    { issuedDaysAgo: 360, pc: office, reason: 'renew' },
    { issuedDaysAgo: 430, pc: laptop, reason: 'new' },
    { issuedDaysAgo: 350, pc: laptop, reason: 'new', isChanged: true },
    { issuedDaysAgo: 240, pc: newLaptop, reason: 'moved' },
  ];
}

export type NextPc = (name?: string) => Pc;

/** The licences of a customer are valid for `termDays` days, on `seats` PCs at a time. The account is `accountAge` days old. */
type HistoryContext = { nextPc: NextPc; random: RandomNumbers; termDays: number; seats: number; accountAge: number };

/** Invents the licence history of a customer. Some customers have never had a licence. */
export function inventHistory(
  { profileId, createdDaysAgo }: Person,
  context: { nextPc: NextPc; random: RandomNumbers },
): DemoLicense[] {
  const isUrja = profileId === 13;
  const accountAge = createdDaysAgo - 2;
  const customer = { ...context, accountAge, termDays: isUrja ? 182 : 365, seats: isUrja ? 1 : 2 };
  const histories: readonly [CreateHistory, ...CreateHistory[]] = [
    createRunningHistory, createRunningHistory, createRunningHistory, createRunningHistory, createEndingHistory, createEndingHistory, createExpiredHistory, createExpiredHistory, createExpiredHistory, createRenewedHistory, createRenewedHistory, createMovedHistory, createRevokedHistory, createEmptyHistory,
  ]; // oxfmt-ignore
  const issues = context.random.pick(histories)(customer);
  return issues.every((issue) => issue.issuedDaysAgo < accountAge) ? issues : createNewHistory(customer);
}

type CreateHistory = (customer: HistoryContext) => DemoLicense[];

const createRunningHistory: CreateHistory = ({ nextPc, random, termDays, seats }) =>
  Array.from({ length: random.integerBetween(1, seats) }, () =>
    createDemoLicense(random.integerBetween(1, Math.floor(termDays * 0.85)), nextPc()),
  );

const createEndingHistory: CreateHistory = ({ nextPc, random, termDays }) => [
  createDemoLicense(termDays - random.integerBetween(1, Math.min(28, termDays - 2)), nextPc()),
];

const createExpiredHistory: CreateHistory = ({ nextPc, random, termDays }) => [
  createDemoLicense(termDays + random.integerBetween(2, 240), nextPc()),
];

const createRenewedHistory: CreateHistory = ({ nextPc, random, termDays }) => {
  const pc = nextPc();
  const renewedDaysAgo = random.integerBetween(10, Math.floor(termDays * 0.8));
  return [
    createDemoLicense(renewedDaysAgo + termDays - 10, pc),
    { issuedDaysAgo: renewedDaysAgo, pc, reason: 'renew' },
  ];
};

const createMovedHistory: CreateHistory = ({ nextPc, random, termDays }) => {
  const firstIssueDaysAgo = random.integerBetween(Math.floor(termDays * 0.5), Math.floor(termDays * 0.8));
  return [
    createDemoLicense(firstIssueDaysAgo, nextPc()),
    { issuedDaysAgo: random.integerBetween(2, firstIssueDaysAgo - 2), pc: nextPc(), reason: 'moved' },
  ];
};

const createRevokedHistory: CreateHistory = ({ nextPc, random, termDays }) => {
  const issuedDaysAgo = random.integerBetween(10, Math.floor(termDays * 0.8));
  const reason = random.pick(['The PC was stolen.', 'The invoice was cancelled.', 'Issued for the wrong company.']);
  const revokedDaysAgo = Math.floor(issuedDaysAgo / 2);
  return [{ ...createDemoLicense(issuedDaysAgo, nextPc()), revoked: { revokedDaysAgo, reason } }];
};

const createEmptyHistory: CreateHistory = () => [];

/** Creates a history with a single licence, for a customer whose account is too new for a longer history. */
const createNewHistory: CreateHistory = ({ nextPc, random, accountAge }) => [
  createDemoLicense(random.integerBetween(1, accountAge - 1), nextPc()),
];
