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
  license: {
    licenseId: number;
    tool: string;
    machineName: string;
    expiryDate: string;
    code: string;
    file: { name: string; content: string };
  };
  licenseEnds: { tool: string; machineName: string; expiryDate: string; daysLeft: number };
};

export type TwoStepChange =
  'on' | 'off' | 'appRemoved' | 'passkeyAdded' | 'passkeyRemoved' | 'newRecoveryCodes' | 'recoveryCodeUsed';

export type LetterKind = keyof Facts;

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
export const wishedKinds: readonly LetterKind[] = ['licenseEnds'];

/** What a letter says, in blocks that are rendered alike as text and as HTML. Texts are literal: no markup is read in them. */
export type Content = { subject: string; blocks: readonly Block[] };

export type Block =
  | { is: 'text' | 'note' | 'quote' | 'code'; text: string }
  | { is: 'link'; label: string; path: string }
  | { is: 'facts'; rows: readonly (readonly [name: string, value: string])[] };
