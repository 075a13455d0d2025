import type { LetterKind } from '@basics/contract/mail.ts';
import type { LetterFrame } from '#server/mail/brand.ts';
import type { Letter } from '#server/mail/letter.ts';

export const noon = Date.parse('2026-03-10T12:00:00.000Z');
export const token = 'A_token-of-base64url_0123456789';

/** The parts that all letters of a brand have in common: addresses, names, picture and colours. */
export const letterFrame: LetterFrame = {
  publicUrl: 'https://portal.example',
  brand: {
    id: 'blue',
    name: 'Basics Blue',
    legalEntity: 'Basics Blue Ltd',
    supportEmail: 'support@basics-blue.example',
    sender: { name: 'Basics Blue', address: 'no-reply@basics-blue.example' },
    markSvg: '<svg></svg>',
    colours: { brand: ['#1d4ed8', '#2f5fe0'], 'on-brand': ['#fff', '#fff'], 'brand-text': ['#1d4ed8', '#8fb4ff'] },
  },
};

const recipient = { to: 'ada@customer.example', userId: 1, brandId: 'blue', firstName: 'Ada' };
const linkLetter = { ...recipient, token, validUntil: noon };
export const licenceData = { tool: 'Basics', machineName: 'CAD-07', expiryDate: '2027-03-10' };

const customer = { userId: 2, name: 'Grace Hopper', login: 'grace@customer.example', company: 'Harbour' };

/** One letter of each kind, for tests. */
export const sampleLetters: { [Kind in LetterKind]: Extract<Letter, { kind: Kind }> } = {
  confirmAddress: { kind: 'confirmAddress', ...linkLetter },
  alreadyRegistered: { kind: 'alreadyRegistered', ...recipient },
  newRequest: {
    kind: 'newRequest',
    ...recipient,
    requestId: 7,
    applicant: { userId: 7, name: 'Ada Customer', login: 'ada@customer.example', company: 'Customer Ltd' },
    country: 'Norway',
    tool: 'Basics',
    reason: 'I plan conveyors.',
  },
  requestApproved: { kind: 'requestApproved', ...linkLetter },
  requestRejected: { kind: 'requestRejected', ...recipient, reason: 'We do not know the company.' },
  requestExpired: { kind: 'requestExpired', ...recipient },
  accountCreated: { kind: 'accountCreated', ...linkLetter },
  invitationAgain: { kind: 'invitationAgain', ...linkLetter },
  passwordReset: { kind: 'passwordReset', ...linkLetter },
  passwordChanged: { kind: 'passwordChanged', ...recipient, at: noon },
  calendarCreated: { kind: 'calendarCreated', ...recipient, at: noon },
  confirmLogin: { kind: 'confirmLogin', ...linkLetter },
  loginInUse: { kind: 'loginInUse', ...recipient },
  loginChangeAsked: { kind: 'loginChangeAsked', ...recipient, at: noon },
  loginChanged: { kind: 'loginChanged', ...recipient, at: noon },
  twoStepChanged: { kind: 'twoStepChanged', ...recipient, change: 'passkeyAdded', at: noon },
  passwordSprayed: { kind: 'passwordSprayed', ...recipient, accounts: 10, network: '192.0.2.1', at: noon },
  accountSuspended: { kind: 'accountSuspended', ...recipient },
  accountsJoined: {
    kind: 'accountsJoined',
    ...recipient,
    login: 'ada@customer.example',
    endedLogin: 'ada@old.example',
    pcs: 2,
  },
  absenceChanged: {
    kind: 'absenceChanged',
    ...recipient,
    change: 'named',
    salesman: { userId: 3, name: 'Simon Aasen' },
    deputy: { userId: 4, name: 'Ben Berg' },
    from: '2026-03-10',
    until: '2026-03-20',
  },
  accountReinstated: { kind: 'accountReinstated', ...recipient },
  accountRestored: {
    kind: 'accountRestored',
    ...recipient,
    needsPassword: true,
    at: Date.parse('2026-03-10T12:00:00Z'),
  },
  staffRestored: {
    kind: 'staffRestored',
    ...recipient,
    account: { userId: 2, name: 'a@x.example' },
    by: { userId: 3, name: 'Simon Aasen' },
    at: Date.parse('2026-03-10T12:00:00Z'),
  },
  accountOutOfScope: {
    kind: 'accountOutOfScope',
    ...recipient,
    account: { userId: 2, name: 'a@x.example' },
    by: { userId: 3, name: 'Simon Aasen' },
  },
  codeUsedByOther: {
    kind: 'codeUsedByOther',
    ...recipient,
    machineName: 'CAD-07',
    owner: { userId: 2, name: 'a@x.example' },
    other: { userId: 3, name: 'b@x.example' },
  },
  pcDeclaredGone: {
    kind: 'pcDeclaredGone',
    ...recipient,
    customer,
    machineName: 'CAD-07',
    tool: 'Basics',
    goneAt: noon,
    goneBy: { userId: 2, name: 'Grace Hopper' },
  },
  lostPcSeen: {
    kind: 'lostPcSeen',
    ...recipient,
    machineName: 'CAD-07',
    reportedAt: noon,
    owner: { userId: 4, name: 'grace@harbour.example' },
    sender: { userId: 5, name: 'someone@elsewhere.example' },
  },
  bridgeIssued: {
    kind: 'bridgeIssued',
    ...recipient,
    customer,
    machineName: 'CAD-07',
    tool: 'Basics',
    expiryDate: '2026-03-17',
  },
  releaseNews: {
    kind: 'releaseNews',
    ...recipient,
    releaseId: 4,
    title: 'Faster drawings',
    version: '1.4.0',
    summary: 'Large drawings open faster.',
  },
  secondContactLicenseEnds: {
    kind: 'secondContactLicenseEnds',
    ...recipient,
    ...licenceData,
    daysLeft: 7,
    endsWithGrant: false,
    customer,
    token,
  },
  secondContactRenewalsDue: {
    kind: 'secondContactRenewalsDue',
    ...recipient,
    customer,
    licenses: [licenceData, licenceData],
    endsWithGrant: false,
    token,
  },
  renewalsDue: {
    kind: 'renewalsDue',
    ...recipient,
    licenseId: null,
    endsWithGrant: false,
    licenses: [licenceData, { ...licenceData, machineName: 'CAD-08' }],
  },
  renewalPack: {
    kind: 'renewalPack',
    ...recipient,
    company: 'Harbour',
    licenses: [
      {
        ...licenceData,
        licenseId: 1,
        code: 'BL-0001',
        file: { name: 'a.lic', content: '' },
        owner: { userId: 2, name: 'Grace Hopper' },
      },
    ],
  },
  partsChange: {
    kind: 'partsChange',
    ...recipient,
    customer,
    machineName: 'CAD-07',
    tool: 'Basics',
    week: 2,
    month: 4,
  },
  license: {
    kind: 'license',
    ...recipient,
    ...licenceData,
    licenseId: 1,
    code: 'BL-0001',
    file: { name: 'a.lic', content: '' },
  },
  licenseEnds: {
    kind: 'licenseEnds',
    ...recipient,
    ...licenceData,
    daysLeft: 1,
    endsWithGrant: false,
    acceptedUntil: '2027-03-24',
    licenseId: 7,
  },
  customerLicenseEnds: {
    kind: 'customerLicenseEnds',
    ...recipient,
    ...licenceData,
    daysLeft: 7,
    endsWithGrant: false,
    customer,
  },
  salesmanDigest: {
    kind: 'salesmanDigest',
    ...recipient,
    requests: { total: 7, rows: [{ userId: 2, name: 'Nora Fjell', company: 'Fjell & Sons', days: 12 }] },
    helpRequests: { total: 1, rows: [{ userId: 2, name: 'Grace', company: '', machineName: 'CAD-07', days: 0 }] },
    invitations: { total: 0, rows: [] },
    licenses: {
      total: 1,
      rows: [{ userId: 2, name: 'Alan', company: '', machineName: 'CAD-08', expiryDate: '2026-03-20' }],
    },
  },
  auditSeal: { kind: 'auditSeal', ...recipient, seal: 'basics-audit-seal-1.1.1.ab.cd', at: noon },
  helpAsked: {
    kind: 'helpAsked',
    ...recipient,
    helpRequestId: 9,
    customer,
    code: { machineName: 'CAD-07', tool: 'Basics', version: '1.0.1', madeAt: noon, clockSkewSeconds: 900 },
    isForTool: false,
    problem: { code: 'SEAT_LIMIT', message: 'All 2 PCs that you can license are in use (A, B).' },
    comment: 'The old PC is broken.',
  },
  helpAnswered: {
    kind: 'helpAnswered',
    ...recipient,
    machineName: 'CAD-07',
    by: { userId: 3, name: 'Simon Aasen' },
    words: 'There you are.',
    answer: { is: 'granted', tool: 'Basics', brand: 'Basics Blue', verificationCode: 'BV-AAAA-BBBB' },
  },
};
