import type { LetterKind } from '@basics/contract/mail.ts';
import { describe, expect, test } from 'vitest';
import type { Frame } from './brand.ts';
import type { Letter } from './letter.ts';
import { renderLetter } from './render-letter.ts';

const noon = Date.parse('2026-03-10T12:00:00.000Z');
const token = 'A_token-of-base64url_0123456789';

const frame: Frame = {
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
const licenceData = { tool: 'Basics', machineName: 'CAD-07', expiryDate: '2027-03-10' };

const customer = { userId: 2, name: 'Grace Hopper', login: 'grace@customer.example', company: 'Harbour' };

const letters: { [Kind in LetterKind]: Extract<Letter, { kind: Kind }> } = {
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
  confirmLogin: { kind: 'confirmLogin', ...linkLetter },
  loginInUse: { kind: 'loginInUse', ...recipient },
  loginChangeAsked: { kind: 'loginChangeAsked', ...recipient, at: noon },
  loginChanged: { kind: 'loginChanged', ...recipient, at: noon },
  twoStepChanged: { kind: 'twoStepChanged', ...recipient, change: 'passkeyAdded', at: noon },
  passwordSprayed: { kind: 'passwordSprayed', ...recipient, accounts: 10, network: '192.0.2.1', at: noon },
  accountSuspended: { kind: 'accountSuspended', ...recipient },
  accountReinstated: { kind: 'accountReinstated', ...recipient },
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
  secondContactLicenseEnds: { kind: 'secondContactLicenseEnds', ...recipient, ...licenceData, daysLeft: 7, customer },
  renewalsDue: {
    kind: 'renewalsDue',
    ...recipient,
    licenseId: null,
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
    acceptedUntil: '2027-03-24',
    licenseId: 7,
  },
  customerLicenseEnds: { kind: 'customerLicenseEnds', ...recipient, ...licenceData, daysLeft: 7, customer },
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

const findLinks = (part: string): string[] => part.match(/https?:[^\s"<]+/g) ?? [];

describe.each(Object.values(letters))('$kind', (letter) => {
  const { subject, text, html } = renderLetter(letter, frame);

  test('the e-mail names the sender and the support address, in both parts', () => {
    expect(subject).toMatch(/^[^\r\n]{5,100}$/);
    for (const part of [text, html]) {
      expect(part).toContain('Hello Ada,');
      expect(part).toContain('Basics Blue Ltd');
      expect(part).toContain('support@basics-blue.example');
    }
  });

  test('the e-mail links only to the configured address, the same in both parts', () => {
    expect(findLinks(html).every((address) => address.startsWith('https://portal.example/'))).toBe(true);
    expect(new Set(findLinks(html))).toEqual(new Set(findLinks(text)));
  });

  test('the e-mail loads no external content and contains no scripts', () => {
    expect(html).not.toMatch(/<(script|img|link|table|iframe|form)\b/i);
    expect(html).not.toMatch(/url\(/i);
  });
});

test.each([
  ['confirmAddress', '/register/confirm'],
  ['requestApproved', '/activation'],
  ['accountCreated', '/activation'],
  ['invitationAgain', '/activation'],
  ['passwordReset', '/password/reset'],
  ['confirmLogin', '/login/confirm'],
] as const)('the e-mail %s contains its link and says when the link expires', (kind, path) => {
  const { text } = renderLetter(letters[kind], frame);
  expect(text).toContain(`https://portal.example${path}#token=${token}\n`);
  expect(text).toContain('10 March 2026');
  expect(text).toContain('12:00 UTC');
});

test.each(['{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '%0d%0aBcc: x@y.example'])(
  'the template expression %s in a name is shown as text',
  (name) => {
    const { subject, text } = renderLetter(
      { ...letters.newRequest, applicant: { userId: 7, name, login: name, company: name } },
      frame,
    );
    expect(subject).toBe(`New request: ${name}, ${name}`);
    expect(text).toContain(`Name: ${name}\n`);
  },
);

test('markup in a name, a company or a reason is shown as text', () => {
  const name = `<script>alert(1)</script>"onx='1'&amp;`;
  const { html } = renderLetter(
    {
      ...letters.newRequest,
      firstName: name,
      reason: name,
      applicant: { userId: 7, name, login: name, company: name },
    },
    frame,
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain(name);
  expect(html.split('&lt;script&gt;alert(1)&lt;/script&gt;&quot;onx=&#39;1&#39;&amp;amp;')).toHaveLength(8);
});

test('line breaks, control characters and direction marks become spaces in names and subjects', () => {
  const name = 'Ada\r\nBcc: other@x.example\u0000\u202Egro.live\u2028x';
  const { subject, text } = renderLetter(
    { ...letters.newRequest, firstName: name, applicant: { userId: 7, name, login: name, company: name } },
    frame,
  );
  expect(subject).toBe('New request: Ada Bcc: other@x.example gro.live x, Ada Bcc: other@x.example gro.live x');
  expect(text).toContain('Hello Ada Bcc: other@x.example gro.live x,\n');
});

test('a reason keeps its line breaks, and each line is quoted', () => {
  const { text, html } = renderLetter({ ...letters.requestRejected, reason: 'One.\r\n\r\nTwo.\n' }, frame);
  expect(text).toContain('> One.\n> \n> Two.\n\n');
  expect(html).toContain('One.\n\nTwo.</blockquote>');
});

test('a recipient without a name is greeted with "Hello,"', () => {
  expect(renderLetter({ ...letters.confirmAddress, firstName: '' }, frame).text).toMatch(/^Hello,\n/);
});

test.each([
  [0, 'Your licence for Basics expires today'],
  [1, 'Your licence for Basics expires tomorrow'],
  [14, 'Your licence for Basics expires in 14 days'],
])('the subject of a reminder %s days before the end of a licence is: %s', (daysLeft, subject) => {
  expect(renderLetter({ ...letters.licenseEnds, daysLeft }, frame).subject).toBe(subject);
});

test('a reminder links to the renewal of its licence, and from seven days before the end it says what stops and when', () => {
  const render = (overrides: object) => renderLetter({ ...letters.licenseEnds, ...overrides }, frame).text;
  expect(render({ daysLeft: 8 })).not.toContain('stops');
  const urgentText = render({ daysLeft: 7 }).replaceAll('\n', ' ');
  expect(urgentText).toMatch(/Basics shows a notice on this PC after 10 March 2027, and stops after 24 March 2027/);
  expect(urgentText).toContain('/account?renew=7');
  expect(render({ licenseId: null }).replaceAll('\n', ' ')).toMatch(/create a new code in Basics.*\/license\/verify /);
});

test('a digest names the most urgent items, counts the others, and leaves out empty sections', () => {
  const { subject, text } = renderLetter(letters.salesmanDigest, frame);
  expect(subject).toBe('This week: 1 help request, 7 requests to decide, 1 licence that expires soon');
  expect(text).toContain('Nora Fjell, Fjell & Sons: for 12 days\nAnd more: 6\n');
  expect(text).toContain('Grace, CAD-07: since today\n');
  expect(text).toContain('Alan, CAD-08: 20 March 2026\n');
  expect(text).not.toContain('invitation');
});

test('a help request shows staff the content of the code, the refusal and the customer’s words', () => {
  const { subject, text } = renderLetter(letters.helpAsked, frame);
  expect(subject).toBe('Help request from Grace Hopper');
  for (const line of [
    '> All 2 PCs that you can license are in use (A, B).',
    'E-mail: grace@customer.example\nCompany: Harbour\nPC: CAD-07\nTool: Basics 1.0.1\n',
    'Clock of the PC: 15 minutes ahead\nRefused as: SEAT_LIMIT',
    '> The old PC is broken.',
    'https://portal.example/help-requests?request=9',
  ])
    expect(text).toContain(line);
  const unreadText = renderLetter({ ...letters.helpAsked, code: null, comment: ' ' }, frame).text;
  expect(unreadText).toContain('Code: cannot be read');
  expect(unreadText).not.toContain('With these words');
});

test.each([
  [59, 'not ahead'],
  [-86_400, 'not ahead'],
  [7_200, '2 hours ahead'],
  [259_200, '3 days ahead'],
])('a clock that is %s seconds off is described as %s', (clockSkewSeconds, words) => {
  const code = { machineName: 'CAD-07', tool: 'Basics', version: '1.0.1', madeAt: noon, clockSkewSeconds };
  expect(renderLetter({ ...letters.helpAsked, code }, frame).text).toContain(`Clock of the PC: ${words}\n`);
});

test('an answer to a help request contains its text, and the licence or a link to get it', () => {
  const grantedText = renderLetter(letters.helpAnswered, frame).text;
  expect(grantedText).toContain('Simon Aasen has answered your help request');
  expect(grantedText).toContain('> There you are.');
  expect(grantedText).toContain('https://portal.example/license/verify#c=BV-AAAA-BBBB\n');
  const file = { name: 'a.lic', content: '' };
  const answer = { is: 'licensed' as const, license: { ...licenceData, licenseId: 1, code: 'BL-0001', file } };
  expect(renderLetter({ ...letters.helpAnswered, answer }, frame).text).toContain('BL-0001');
  const replied = renderLetter({ ...letters.helpAnswered, machineName: '', answer: { is: 'replied' } }, frame);
  expect(replied.subject).toBe('Answer to your help request');
});

test('a token that is not base64url is refused', () => {
  expect(() => renderLetter({ ...letters.passwordReset, token: 'a&b=c' }, frame)).toThrow('base64url');
});
