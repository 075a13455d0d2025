import type { CompanyRole } from '@basics/contract/session/current-user.ts';
import type { LetterKind } from '@basics/contract/mail/mail.ts';
import type { Mailbox } from '../platform/email-addresses.ts';

/**
 * The data of each kind of e-mail (a "letter" in the code). Times such as `at` are Unix milliseconds. `token` is the
 * token of a link; the functions in `letters/` create the link.
 */
type LetterData = {
  confirmAddress: OneTimeLink;
  /**
   * An e-mail to the owner of an address with an account, for which someone has requested a new account. The page shows
   * the same reply for every address.
   */
  alreadyRegistered: OneTimeLink;
  /**
   * An e-mail to somebody who has registered again, or asked for a link to set a password, although the request or the account does not
   * allow it now. `requestedAt` is the time of the request; null if there was none.
   */
  accountState: OneTimeLink & { status: AccountState; asked: 'account' | 'password'; requestedAt: number | null };
  newRequest: {
    requestId: number;
    applicant: Customer;
    country: string;
    tool: string;
    reason: string;
  };
  requestApproved: OneTimeLink;
  requestRejected: { reason: string };
  requestExpired: object;
  accountCreated: OneTimeLink;
  invitationAgain: OneTimeLink;
  /** `sentBy` says whether a member of staff sent the link, or the user asked for it on the sign-in page. */
  passwordReset: OneTimeLink & { sentBy?: 'staff' };
  passwordChanged: { at: number };
  /** An e-mail to a user whose calendar got an address, which shows the calendar to everybody who knows it. */
  calendarCreated: { at: number };
  /** An e-mail to a customer whose second contact was changed by staff; the address is null if it was removed. */
  secondContactSet: { address: string | null; at: number };
  /** An e-mail to the new address of an account, which the owner of the account must confirm. */
  confirmLogin: OneTimeLink;
  /**
   * An e-mail to the owner of an address that another user has entered as a new login. The page shows the same reply
   * for every address.
   */
  loginInUse: OneTimeLink;
  /**
   * E-mails to the old address of an account, before and after a login change. These e-mails do not name the new
   * address, because another person may have access to the old mailbox.
   */
  loginChangeAsked: { at: number };
  loginChanged: { at: number };
  twoStepChanged: { change: TwoStepChange; at: number };
  /** An e-mail to administrators: someone has tried one wrong password at many accounts. */
  passwordSprayed: { accounts: number; network: string; at: number };
  accountSuspended: object;
  accountReinstated: object;
  /** An e-mail to the owner of a deleted account that staff restored. */
  accountRestored: { needsPassword: boolean; at: number };
  /** An e-mail to administrators: a deleted account of staff was restored. */
  staffRestored: { account: NamedUser; by: NamedUser; at: number };
  /** An e-mail to both addresses of a customer whose two accounts were joined; `login` is the login that stays. */
  accountsJoined: { login: string; endedLogin: string; pcs: number };
  /**
   * An e-mail to the absent salesman and the deputy: a deputy was set for the days from `from` to `until`, or the
   * absence ended early.
   */
  absenceChanged: { change: 'named' | 'ended'; salesman: NamedUser; deputy: NamedUser; from: string; until: string };
  /**
   * An e-mail to administrators and to the salesman whose assignment it is: another salesman has created, changed or deleted it. `salesman`
   * had or has the assignment.
   */
  assignmentChanged: {
    change: 'created' | 'changed' | 'deleted';
    country: string;
    brand: string;
    salesman: NamedUser;
    by: NamedUser;
    at: number;
  };
  /** An e-mail to administrators: a salesman has tried to create an account that exists out of the salesman's scope. */
  accountOutOfScope: { account: NamedUser; by: NamedUser };
  /** An e-mail to the owner of a service account: one of its keys ends soon. `prefix` is the beginning of the key. */
  serviceKeyEnds: { account: string; prefix: string; lastDay: string };
  /** An e-mail to administrators: a service account needs another owner, because its owner is no longer active. */
  serviceAccountOwner: { account: string };
  /** An e-mail to the owner of a service account: one of its webhooks sends nothing more, after three days of failures or at the wish of the receiver. */
  webhookStopped: { account: string; host: string; isEnded: boolean };
  /** An e-mail to staff: a verification code of one account was sent from another account. */
  codeUsedByOther: { machineName: string; owner: NamedUser; other: NamedUser };
  /**
   * An e-mail to staff: a verification code was sent from a PC that was reported lost. `sender` is the account for
   * which the code was sent.
   */
  lostPcSeen: { machineName: string; reportedAt: number; owner: NamedUser; sender: NamedUser };
  /** An e-mail to staff: a customer asks for a licence for a PC that was removed from the account. */
  pcDeclaredGone: { customer: Customer; machineName: string; tool: string; goneAt: number; goneBy: NamedUser };
  /** An e-mail to staff: a customer who has reached the limit of PCs or moves got a bridge licence, which is valid for a few days. */
  bridgeIssued: { customer: Customer; machineName: string; tool: string; expiryDate: string };
  /** An e-mail to staff: the hardware parts in the codes of a PC change repeatedly. */
  partsChange: { customer: Customer; machineName: string; tool: string; week: number; month: number };
  license: LetterLicense;
  /**
   * `acceptedUntil` is the last day on which tools accept the licence. `licenseId` is null if the licence can be
   * renewed only with a new verification code.
   */
  licenseEnds: ExpiringLicense & { acceptedUntil: string; licenseId: number | null };
  /**
   * A reminder to the second contact of a customer. `userId` is the id of the customer; the e-mail has the language of
   * the customer.
   */
  secondContactLicenseEnds: ExpiringLicense & OneTimeLink & { customer: Customer };
  /** An e-mail to the second contact, when staff remind a customer of several licences. */
  secondContactRenewalsDue: OneTimeLink & {
    customer: Customer;
    licenses: readonly LicenseInList[];
    endsWithGrant: boolean;
  };
  /**
   * An e-mail in which staff remind a customer of licences that expire. `licenseId` is the id of a single licence,
   * whose renewal the link opens; null for several licences, which the link renews together. `endsWithGrant` means that
   * each licence expires together with the grant of its tool.
   */
  renewalsDue: { licenses: readonly LicenseInList[]; licenseId: number | null; endsWithGrant: boolean };
  /** An e-mail with the files of all licences of a company. */
  renewalPack: { company: string; licenses: readonly (LetterLicense & { owner: NamedUser })[] };
  /**
   * An e-mail with a release note to the owners of PCs with certain versions of the tool, which staff have chosen.
   * `summary` is plain text.
   */
  releaseNews: { releaseId: number; title: string; version: string; summary: string };
  /**
   * A reminder about the licence of a customer who cannot receive e-mail. It is sent to the responsible salesmen, or to
   * the administrators if there are none.
   */
  customerLicenseEnds: ExpiringLicense & { customer: Customer };
  /** The weekly e-mail to a salesman about open work. */
  salesmanDigest: Digest;
  /** The e-mail to administrators on every Monday, with the seal of the audit log (platform/audit/audit-seal.ts). */
  auditSeal: { seal: string; at: number };
  /** An e-mail to a person whom a manager or staff have invited to a company. */
  companyInvitation: OneTimeLink & { company: string; role: CompanyRole; by: NamedUser };
  /** An e-mail to all members of a company: staff make a member a manager, unless a manager objects before `effectiveAt`. */
  companyRecovery: { company: string; manager: NamedUser; effectiveAt: number };
  /** An e-mail to the managers of a company: staff propose an agent. */
  agentProposed: { company: string; agent: string };
  /** An e-mail to the managers of the other side: a company has accepted its agent, or one of them has ended it. */
  agentChanged: { company: string; agent: string; state: 'accepted' | 'ended' };
  /** An e-mail to the managers of a company: its agent has moved PCs of the agent's stock to the company. */
  pcsReceived: { company: string; agent: string; tool: string; moved: number; pcs: number };
  /**
   * An e-mail to staff: a customer got no licence for a verification code and asks for help. `code` is null if the code
   * cannot be read.
   */
  helpAsked: {
    helpRequestId: number;
    customer: Customer;
    code: { machineName: string; tool: string; version: string; madeAt: number; clockSkewSeconds: number } | null;
    /** Whether the customer asks for a tool and has no verification code. */
    isForTool: boolean;
    problem: { code: string; message: string };
    comment: string;
  };
  /**
   * The e-mail that answers a help request. `verificationCode` is the code of the help request; it is empty if the
   * customer asked for a tool without a code.
   */
  helpAnswered: {
    machineName: string;
    by: NamedUser;
    words: string;
    answer:
      | { is: 'replied' }
      | { is: 'granted'; tool: string; brand: string; verificationCode: string }
      | { is: 'licensed'; license: LetterLicense };
  };
};

/**
 * The token of a link, and when it expires. `typedCode` replaces the link for people whose mail program damages links; the queue of e-mails
 * creates it. An e-mail to an address that has an account contains no link, but gets a token and a code as well, so that to queue this
 * e-mail takes the same work as to queue an e-mail with a link.
 */
type OneTimeLink = { token: string; validUntil: number; typedCode?: string };

export type AccountState = 'pending' | 'approved' | 'suspended' | 'rejected' | 'withdrawn' | 'expired';

/** A licence in an e-mail, as a licence code and as a licence file. */
type LetterLicense = {
  licenseId: number;
  tool: string;
  machineName: string;
  expiryDate: string;
  code: string;
  file: { name: string; content: string };
};

type LicenseInList = { tool: string; machineName: string; expiryDate: string };

/**
 * A licence that expires soon. `daysLeft` is the number of calendar days (UTC) until the last day, so 0 on the last
 * day. `endsWithGrant` means that the licence expires together with the grant of its tool, so a renewal would add no
 * time.
 */
type ExpiringLicense = LicenseInList & { daysLeft: number; endsWithGrant: boolean };

/** A user whom an e-mail names. The id is stored, so that the e-mail can be deleted with the person. */
type NamedUser = { userId: number; name: string };
type Customer = NamedUser & { login: string; company: string };

/** One kind of open work in a digest: the number of items, and the names of the most urgent items. */
type DigestSection<Row> = { total: number; rows: readonly Row[] };
type UserOfItem = NamedUser & { company: string };

/** The content of the weekly e-mail about open work. `days` is the number of days for which an item has been open. */
export type Digest = {
  requests: DigestSection<UserOfItem & { days: number }>;
  helpRequests: DigestSection<UserOfItem & { machineName: string; days: number }>;
  invitations: DigestSection<UserOfItem & { days: number }>;
  licenses: DigestSection<UserOfItem & { machineName: string; expiryDate: string }>;
};

export type TwoStepChange =
  | 'on'
  | 'off'
  | 'offByStaff'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'newRecoveryCodes'
  | 'recoveryCodeUsed';

type Recipient = {
  /** The e-mail address of the recipient. */
  to: string;
  userId: number | null;
  /** The brand whose name and colours the e-mail has; null for the default brand. */
  brandId: string | null;
  /** The first name for the greeting; empty if it is not known. */
  firstName: string;
  /** The absent salesman whose deputy gets this e-mail, with the last day of the absence. */
  deputyFor?: NamedUser & { until: string };
};

/** An e-mail to send: its kind, recipient, brand and data. */
export type Letter = { [Kind in LetterKind]: { kind: Kind } & Recipient & LetterData[Kind] }[LetterKind];

/** An e-mail that belongs to a one-time link. */
export type LinkLetter = Extract<Letter, OneTimeLink>;

export const isLinkLetter = (letter: Letter): letter is LinkLetter => 'token' in letter;

/** An e-mail of one kind. */
export type LetterOf<Kind extends LetterKind> = Extract<Letter, { kind: Kind }>;

/** Returns the licence that an e-mail contains; null if it contains no licence. */
export function findLetterLicense(letter: Letter): LetterLicense | null {
  if (letter.kind === 'license') return letter;
  return letter.kind === 'helpAnswered' && letter.answer.is === 'licensed' ? letter.answer.license : null;
}

/** Returns an e-mail with `text` in place of the licence code that it contains. */
export function hideLicenseCode(letter: Letter, text: string): Letter {
  if (letter.kind === 'license') return { ...letter, code: text };
  if (letter.kind !== 'helpAnswered' || letter.answer.is !== 'licensed') return letter;
  return { ...letter, answer: { ...letter.answer, license: { ...letter.answer.license, code: text } } };
}

/** Returns the licences of an e-mail that has one file for each licence; an empty list for any other e-mail. */
export const findLetterFiles = (letter: Letter): readonly LetterLicense[] =>
  letter.kind === 'renewalPack' ? letter.licenses : [];

/**
 * The content of an e-mail in blocks, which are rendered as text and as HTML. The subject is also the headline. A block that is only a text
 * is a paragraph. Texts are plain text: HTML tags in them are shown as they are. The first link is a button. A code that can be typed at a
 * page instead of opening a link is `typed`.
 */
export type LetterContent = { subject: string; blocks: readonly LetterBlock[] };

/**
 * The content of an e-mail with its first line in the text part (`greeting`), the line that says for whom and why it is sent (`why`), its
 * last line before the support address (`questions`), and the sentence about the code that replaces a link.
 */
export type LetterSheet = LetterContent & {
  greeting: string;
  why: WhyLine;
  questions: string;
  typeCode: (address: string, code: string) => string;
};

/** For whom and why an e-mail is sent. With a path, the label is a link to the page where the reader can change this. */
export type WhyLine = { text: string; label?: string; path?: string };

/** `daysLeft` is the number of days until a licence expires; a year is the whole width of the bar that shows it. */
export type LetterBlock =
  | string
  | { is: 'note' | 'quote' | 'code' | 'file'; text: string }
  | { is: 'link'; label: string; path: string; typed?: { page: string; code: string } }
  | { is: 'daysLeft'; days: number; text: string }
  | { is: 'facts'; rows: readonly FactRow[] };

type FactRow = readonly [name: string, value: string];

export const facts = (...rows: readonly FactRow[]): LetterBlock => ({ is: 'facts', rows });

/** One function for each kind of e-mail, which writes the content of the e-mail. */
export type Writers = { [Kind in LetterKind]: (letter: LetterOf<Kind>) => LetterContent };

/** The texts of the e-mails in one language, for example `export const fr: LetterTexts = {...}` in `letters/fr.ts`. */
export type LetterTexts = Writers & {
  /** Returns the line with the greeting. `firstName` is empty if it is not known. */
  greeting: (firstName: string) => string;
  /**
   * Returns the first paragraph of an e-mail that the deputy of an absent salesman gets. `until` is the last day of the
   * absence.
   */
  deputyFor: (absent: { name: string; until: string }) => string;
  /** Returns the line that says for whom the e-mail is. `firstName` is empty if it is not known. */
  isFor: (firstName: string, address: string) => string;
  /** Returns the line of an e-mail that the recipient can turn off in the account. `firstName` is empty if it is not known. */
  optional: (firstName: string) => Required<WhyLine>;
  /** Returns the line of an attached file. */
  attached: (fileName: string) => string;
  /** The line at the end of an e-mail, before the support address. */
  questions: string;
  /** Returns the sentence about the code that a reader can type at the given address if a link does not work. */
  typeCode: (address: string, code: string) => string;
};

/** The paths of the pages to which links with a one-time token lead. */
export const linkPaths = { activate: '/activation', reset: '/password/reset' } as const;

/** The page that the link of each kind of e-mail opens. */
export const pagesOfLinks: Record<LinkLetter['kind'], string> = {
  confirmAddress: '/register/confirm',
  requestApproved: linkPaths.activate,
  accountCreated: linkPaths.activate,
  invitationAgain: linkPaths.activate,
  passwordReset: linkPaths.reset,
  confirmLogin: '/login/confirm',
  companyInvitation: '/company/join',
  secondContactLicenseEnds: '/reminders/stop',
  secondContactRenewalsDue: '/reminders/stop',
  alreadyRegistered: '/sign-in',
  accountState: '/sign-in',
  loginInUse: '/sign-in',
};

/** Creates the link of an e-mail with a one-time token, and the code that replaces the link. */
export function createTokenLink({ kind, token, typedCode: code }: LinkLetter, label: string): LetterBlock {
  const page = pagesOfLinks[kind];
  return {
    is: 'link',
    label,
    path: createTokenPath(page, token),
    ...(code !== undefined && { typed: { page, code } }),
  };
}

/**
 * Creates a path of the portal with a one-time token in the fragment, because servers never log the fragment and
 * browsers never send it as Referer. Throws an error if the token has characters other than those of base64url, with
 * which a mail client could break the link.
 */
export function createTokenPath(path: string, token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new Error('a token for a link must be base64url');
  return `${path}#token=${token}`;
}

/**
 * The properties of a brand that its e-mails show. Each colour has two values: for the light and for the dark colour
 * scheme.
 */
export type LetterBrand = {
  id: string;
  name: string;
  legalEntity: string;
  supportEmail: string;
  sender: Mailbox;
  colours: Record<'brand' | 'on-brand' | 'brand-text', [light: string, dark: string]>;
};

/** The brand that an e-mail shows, and the address of the portal for its links. `publicUrl` has no slash at its end. */
export type LetterFrame = { brand: LetterBrand; publicUrl: string };
