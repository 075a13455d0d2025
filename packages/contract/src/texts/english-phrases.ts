/** The decision that another user has already made about a request or a help request. */
export type DecisionWord = 'approved' | 'rejected' | 'expired' | 'withdrawn' | 'answered' | 'takenBack';

/** What the limit of licences in one day counts: the licences of one PC, or of one account. */
export type IssueLimitSubject = 'pc' | 'account';

/** A kind of record that belongs to a brand or refers to a tool. */
export type CountedRecord =
  | 'users'
  | 'grants'
  | 'toolGrants'
  | 'requests'
  | 'requestedTools'
  | 'assignments'
  | 'licences'
  | 'letters';

/**
 * The name of a colour of a theme, or of a colour of the portal that is shown together with colours of a theme
 * (contrast.ts).
 */
export type ColourName = keyof typeof colourNames;

/**
 * English phrases for the placeholders in problems (API errors) and e-mails. The form of such a phrase depends on a
 * number or a list.
 */
export const englishPhrases = {
  tooLargeFor: (mebibytes: number) => `This request is too large. Send at most ${mebibytes} MiB.`,
  seatsInUse: (seats: number) =>
    seats === 1 ? 'The one PC that you can license is' : `All ${seats} PCs that you can license are`,
  seats: (seats: number) => (seats === 1 ? 'the one seat' : `the ${seats} seats`),
  pcOf: (pc: string, owner: string, day: string) => `${pc} (${owner}) until ${day}`,
  hiddenPc: (day: string) => `a PC in another country until ${day}`,
  otherPcs: (count: number) => (count === 1 ? 'and one more PC' : `and ${count} more PCs`),
  movedToCompany: (company: string) => `Moved to ${company}.`,
  movedFromCompany: (company: string) => `Moved from the stock of ${company}.`,
  nextSeat: (day: string) => `The next seat is free on ${day}.`,
  unnamedPc: () => 'an unnamed PC',
  inactiveAccount: (status: InactiveStatus) => inactiveAccountTexts[status],
  issuedTo: (subject: IssueLimitSubject) => (subject === 'pc' ? 'This PC' : 'This account'),
  grantEnded: (tool: string, brand: string, day: string) => `${tool} for ${brand} ended on ${day}.`,
  grantEnds: (tool: string, brand: string, day: string) => `${tool} for ${brand} ends on ${day}.`,
  grantMissing: (tool: string, brand: string) => `The account does not have ${tool} for ${brand}.`,
  cannotJoin: () => 'Both accounts must be different, active accounts of customers.',
  calendarName: () => 'Basics licences',
  licenceExpires: (tool: string, machine: string) => `${tool} on ${machine}: the licence expires`,
  grantEndEvent: (tool: string, brand: string) => `${tool} for ${brand} ends`,
  retireInstead: () => 'Retire it instead.',
  applicant: () => 'The applicant',
  portal: () => 'The portal',
  formerStaff: () => 'A former member of staff',
  decision: (decision: DecisionWord) => decisionWords[decision],
  pcsStayWithCompany: () => 'The PCs that a member had in a company stay with another member.',
  brandStays: () => 'A user without a brand who got one keeps it.',
  profileEnded: () => 'Sessions, absences and additional permissions that ended with the profile stay ended.',
  letterWasSent: () => 'The e-mail about it was sent already.',
  signedOutBySuspension: () => 'The user was signed out and has to sign in again.',
  colourPair: (front: ColourName, back: ColourName) =>
    `${colourNames[front]} on ${colourNames[back].charAt(0).toLowerCase()}${colourNames[back].slice(1)}`,
  lowContrast: (pair: string, ratio: string, requiredRatio: number) =>
    `${pair}: the contrast is ${ratio} and needs to be ${requiredRatio}:1.`,
  countRecords: (kind: CountedRecord, count: number) =>
    `${count} ${recordNouns[kind][pluralRules.select(count) === 'one' ? 0 : 1]}`,
};

export type Phrases = typeof englishPhrases;

/** The status of an account that gets no licence: `approved` is an invitation that was not accepted yet. */
export type InactiveStatus = 'approved' | 'suspended' | 'rejected' | 'undecided';

const inactiveAccountTexts: Readonly<Record<InactiveStatus, string>> = {
  approved: 'No licence can be issued until this user has set a password.',
  suspended: 'This user is suspended, so no licence can be issued. Reinstate the user first.',
  rejected: 'The request for this account was rejected, so no licence can be issued.',
  undecided: 'No licence can be issued until this user has an active account.',
};

const pluralRules = new Intl.PluralRules('en-GB');

const decisionWords: Readonly<Record<DecisionWord, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  expired: 'closed',
  withdrawn: 'withdrew',
  answered: 'answered',
  takenBack: 'withdrew',
};

const colourNames = {
  background: 'the page',
  surface: 'a card',
  raised: 'a menu',
  text: 'Text',
  mutedText: 'Quiet text',
  brand: 'Brand',
  brandHover: 'Brand, pointed at',
  onBrand: 'Button text',
  brandSoft: 'Soft ground',
  brandText: 'Links',
  brandShaded: 'the shade beside the sign-in form',
} as const;

const recordNouns: Readonly<Record<CountedRecord, [one: string, other: string]>> = {
  users: ['user', 'users'],
  grants: ['grant', 'grants'],
  toolGrants: ['tool grant', 'tool grants'],
  requests: ['request', 'requests'],
  requestedTools: ['requested tool', 'requested tools'],
  assignments: ['assignment of a salesman', 'assignments of salesmen'],
  licences: ['licence', 'licences'],
  letters: ['e-mail in the outbox', 'e-mails in the outbox'],
};
