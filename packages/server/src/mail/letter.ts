import type { LetterKind } from '@basics/contract/mail.ts';

/** What each kind of letter is written from. Moments are Unix milliseconds; a token is the bare one, links are made here. */
type Facts = {
  confirmAddress: { token: string; validUntil: number };
  /** Somebody asked for an account with an address that has one: his answer on the screen is the same as everybody's. */
  alreadyRegistered: object;
  newRequest: {
    requestId: number;
    applicant: { name: string; login: string; company: string };
    country: string;
    tool: string;
    reason: string;
  };
  requestApproved: { token: string; validUntil: number };
  requestRejected: { reason: string };
  requestExpired: object;
  accountCreated: { token: string; validUntil: number };
  invitationAgain: { token: string; validUntil: number };
  passwordReset: { token: string; validUntil: number };
  passwordChanged: { at: number };
  twoStepChanged: { change: TwoStepChange; at: number };
  accountSuspended: object;
  accountReinstated: object;
  /** To staff: a verification code of one account was sent from another. */
  codeUsedByOther: { machineName: string; owner: string; other: string };
  /** To staff: a PC that was declared gone asks for a licence again. */
  pcDeclaredGone: { customer: Customer; machineName: string; tool: string; goneAt: number; goneBy: string };
  /** To staff: the codes of a PC name other parts again and again. */
  partsChange: { customer: Customer; machineName: string; tool: string; week: number; month: number };
  license: CarriedLicense;
  licenseEnds: EndingLicense;
  /** To whoever looks after a customer who cannot receive mail. */
  customerLicenseEnds: EndingLicense & { customer: Customer };
  /** To a salesman, once a week: what waits for him. */
  salesmanDigest: Digest;
  /** To staff: somebody got no licence for his code and asks for help. `madeAt` and what is beside it: null where it cannot be read. */
  helpAsked: {
    helpRequestId: number;
    customer: Customer;
    code: { machineName: string; tool: string; version: string; madeAt: number; clockSkewSeconds: number } | null;
    problem: { code: string; message: string };
    comment: string;
  };
  /** The answer to it; `verificationCode` is what he asked about. */
  helpAnswered: {
    machineName: string;
    by: string;
    words: string;
    answer:
      | { is: 'replied' }
      | { is: 'granted'; tool: string; brand: string; verificationCode: string }
      | { is: 'licensed'; license: CarriedLicense };
  };
};

/** A licence that goes with a letter, as code and as file. */
type CarriedLicense = {
  licenseId: number;
  tool: string;
  machineName: string;
  expiryDate: string;
  code: string;
  file: { name: string; content: string };
};

/** `daysLeft` in calendar days of UTC: 0 on the last one. */
type EndingLicense = { tool: string; machineName: string; expiryDate: string; daysLeft: number };

type Customer = { name: string; login: string; company: string };

/** How many there are, and the most pressing of them by name. */
type Waiting<Row> = { total: number; rows: readonly Row[] };
type Named = { name: string; company: string };

/** `days` is for how long something has waited. */
export type Digest = {
  requests: Waiting<Named & { days: number }>;
  helpRequests: Waiting<Named & { machineName: string; days: number }>;
  invitations: Waiting<Named & { days: number }>;
  licenses: Waiting<Named & { machineName: string; expiryDate: string }>;
};

export type TwoStepChange =
  'on' | 'off' | 'appRemoved' | 'passkeyAdded' | 'passkeyRemoved' | 'newRecoveryCodes' | 'recoveryCodeUsed';

type Recipient = {
  /** Exactly one address. */
  to: string;
  userId: number | null;
  /** null: the default brand. */
  brandId: string | null;
  /** How the letter greets; empty where nobody we know has given us the name. */
  firstName: string;
};

/** One mail to be sent: its kind, whom it goes to and in which brand, and the facts it tells. */
export type Letter = { [Kind in LetterKind]: { kind: Kind } & Recipient & Facts[Kind] }[LetterKind];

export type LetterOf<Kind extends LetterKind> = Extract<Letter, { kind: Kind }>;

/** Kinds that somebody may do without: they go only to those who can receive mail. All others are about the account itself. */
export const wishedKinds: readonly LetterKind[] = ['licenseEnds', 'customerLicenseEnds', 'salesmanDigest'];

/** The licence that a letter carries, if it does. */
export function carriedLicense(letter: Letter): CarriedLicense | null {
  if (letter.kind === 'license') return letter;
  return letter.kind === 'helpAnswered' && letter.answer.is === 'licensed' ? letter.answer.license : null;
}

/** What a letter says, in blocks that are rendered alike as text and as HTML. Texts are literal: no markup is read in them. */
export type Content = { subject: string; blocks: readonly Block[] };

/** What a letter has beside its blocks: its first line, and the last one before the address that answers questions. */
export type Sheet = Content & { greeting: string; questions: string };

export type Block =
  | { is: 'text' | 'note' | 'quote' | 'code'; text: string }
  | { is: 'link'; label: string; path: string }
  | { is: 'facts'; rows: readonly (readonly [name: string, value: string])[] };
