import { describe, expect, test } from 'vitest';
import { noon, token, letterFrame, licenceData, sampleLetters } from '#server/testing/mail/sample-letters.ts';
import { runInLanguage } from '#server/platform/texts/language.ts';
import { drawBrandMark } from './brand-mark.ts';
import { renderLetter } from './render-letter.ts';

const findLinks = (letterPart: string): string[] => letterPart.match(/https?:[^\s"<]+/g) ?? [];

describe.each(Object.values(sampleLetters))('the e-mail $kind', (letter) => {
  const { subject, text, html } = renderLetter(letter, letterFrame);

  test('an e-mail names its sender and the support address, as text and as HTML', () => {
    expect(subject).toMatch(/^[^\r\n]{5,100}$/);
    for (const letterPart of [text, html]) {
      expect(letterPart).toContain('Ada');
      expect(letterPart).toContain('Basics Blue Ltd');
      expect(letterPart).toContain('support@basics-blue.example');
    }
  });

  test('each link in an e-mail leads to the configured address, and the HTML and the plain text contain the same links (T464)', () => {
    expect(findLinks(html).every((address) => address.startsWith('https://portal.example/'))).toBe(true);
    expect(new Set(findLinks(html))).toEqual(new Set(findLinks(text)));
  });

  test('an e-mail loads no external content and contains no scripts', () => {
    expect(html).not.toMatch(/<(script|link|iframe|form|svg)\b|url\(/i);
    expect(html.match(/ src="[^"]*"/g)).toEqual([' src="cid:brand-mark"']);
  });

  test('an e-mail follows the rules of six mail programs', () => {
    const rules = {
      'Gmail: less than 102 KB': html.length < 30_000,
      'Outlook for Windows: no flexible boxes, grids or positions': !/flex|grid|position:|float:/.test(html),
      'Outlook for Windows: the width of the sheet is an attribute': html.includes('class="sheet wide" width="560"'),
      'Outlook for Windows: a button is a cell with a colour':
        !/<a class="button"/.test(html) && !/class="button"(?![^>]+ bgcolor="#)/.test(html),
      'Outlook on the web: its dark mode': html.includes('[data-ogsc] .sheet{'),
      'Apple Mail: both colour schemes': html.includes('<meta name="color-scheme" content="light dark">'),
      'Thunderbird and screen readers: tables are layout': !/<table (?!role="presentation")/.test(html),
      'Yahoo: one headline, at most one button': [/<h1/g, /class="button"/g].every(
        (tag) => (html.match(tag) ?? []).length <= 1,
      ),
    };
    expect(Object.entries(rules).filter(([, holds]) => !holds)).toEqual([]);
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
  const { text } = renderLetter(sampleLetters[kind], letterFrame);
  expect(text).toContain(`https://portal.example${path}#token=${token}\n`);
  expect(text).toContain('10 March 2026');
  expect(text).toContain('12:00 UTC');
});

test('an e-mail with a link names the page and the code for a reader whose mail program has damaged the link', () => {
  const letter = { ...sampleLetters.passwordReset, typedCode: 'K7QF-2M9X' };
  const { text, html } = renderLetter(letter, letterFrame);
  for (const part of [text, html])
    expect(part).toContain(
      'If the link does not work, open https://portal.example/password/reset and enter this code: K7QF-2M9X',
    );
});

test.each(['{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '%0d%0aBcc: x@y.example'])(
  'the template expression %s in a name is shown as text (T467)',
  (name) => {
    const { subject, text } = renderLetter(
      { ...sampleLetters.newRequest, applicant: { userId: 7, name, login: name, company: name } },
      letterFrame,
    );
    expect(subject).toBe(`New request: ${name}, ${name}`);
    expect(text).toContain(`Name: ${name}\n`);
  },
);

test('markup in a name, a company or a reason is shown as text (T466)', () => {
  const name = `<script>alert(1)</script>"onx='1'&amp;`;
  const { html } = renderLetter(
    {
      ...sampleLetters.newRequest,
      firstName: name,
      reason: name,
      applicant: { userId: 7, name, login: name, company: name },
    },
    letterFrame,
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain(name);
  expect(html.split('&#60;script&#62;alert(1)&#60;/script&#62;&#34;onx=&#39;1&#39;&#38;amp;')).toHaveLength(10);
});

test('line breaks, control characters and direction marks become spaces in names and subjects (T465)', () => {
  const name = 'Ada\r\nBcc: other@x.example\u0000\u202Egro.live\u2028x';
  const { subject, text } = renderLetter(
    { ...sampleLetters.newRequest, firstName: name, applicant: { userId: 7, name, login: name, company: name } },
    letterFrame,
  );
  expect(subject).toBe('New request: Ada Bcc: other@x.example gro.live x, Ada Bcc: other@x.example gro.live x');
  expect(text).toContain('Hello Ada Bcc: other@x.example gro.live x,\n');
});

test('a reason keeps its line breaks, and each line is quoted', () => {
  const { text, html } = renderLetter({ ...sampleLetters.requestRejected, reason: 'One.\r\n\r\nTwo.\n' }, letterFrame);
  expect(text).toContain('> One.\n> \n> Two.\n\n');
  expect(html).toContain('One.\n\nTwo.</blockquote>');
});

test.each(Object.values(sampleLetters).filter((letter) => JSON.stringify(letter).includes('"machineName"')))(
  'the e-mail $kind names a PC without a name in words',
  (letter) => {
    const unnamed: typeof letter = JSON.parse(
      JSON.stringify(letter).replaceAll(/"machineName":"[^"]*"/g, '"machineName":""'),
    );
    const { subject, text } = renderLetter(unnamed, letterFrame);
    expect(subject).not.toMatch(/ on$|:$|parts of keep/);
    expect(text).not.toMatch(/^\s*PC:?\s*$/m);
    expect(text.replaceAll('CAD-07', '')).not.toMatch(/ on[,.]? *$/m);
  },
);

test('a recipient without a name is greeted with "Hello,"', () => {
  const { text } = renderLetter({ ...sampleLetters.confirmAddress, firstName: '' }, letterFrame);
  expect(text).toMatch(/^Confirm your e-mail address\n\nHello,\n/);
  expect(text).toContain('This e-mail is for ada@customer.example.');
});

test.each([
  [0, 'Your licence for Basics on CAD-07 expires today'],
  [1, 'Your licence for Basics on CAD-07 expires tomorrow'],
  [14, 'Your licence for Basics on CAD-07 expires on 10 March 2027'],
])('the subject of a reminder %s days before the end of a licence is: %s', (daysLeft, subject) => {
  expect(renderLetter({ ...sampleLetters.licenseEnds, daysLeft }, letterFrame).subject).toBe(subject);
});

test('a reminder links to the renewal of its licence, and in the last seven days it also says what stops and when', () => {
  const renderReminder = (overrides: object) =>
    renderLetter({ ...sampleLetters.licenseEnds, ...overrides }, letterFrame).text;
  expect(renderReminder({ daysLeft: 8 })).not.toContain('stops');
  const urgentText = renderReminder({ daysLeft: 7 }).replaceAll('\n', ' ');
  expect(urgentText).toMatch(/Basics shows a notice on this PC after 10 March 2027, and stops after 24 March 2027/);
  expect(urgentText).toContain('/license/7?renew=yes');
  expect(renderReminder({ licenseId: null }).replaceAll('\n', ' ')).toMatch(
    /create a new code in Basics.*\/license\/verify /,
  );
  const textEndingWithGrant = renderReminder({ endsWithGrant: true }).replaceAll('\n', ' ');
  expect(textEndingWithGrant).toMatch(/Your account has Basics until the same day.*Ask for more time.*\/account /);
  expect(textEndingWithGrant).not.toContain('renew=');
});

test('a digest names the most urgent items, counts the remaining items, and leaves out empty sections', () => {
  const { subject, text } = renderLetter(sampleLetters.salesmanDigest, letterFrame);
  expect(subject).toBe('This week: 1 help request, 7 requests to decide, 1 licence that expires soon');
  expect(text).toContain('Nora Fjell, Fjell & Sons: for 12 days\nAnd more: 6\n');
  expect(text).toContain('Grace, CAD-07: since today\n');
  expect(text).toContain('Alan, CAD-08: 20 March 2026\n');
  expect(text).not.toContain('invitation');
});

test('the e-mail about a help request shows staff the content of the code, the refusal and the text of the customer', () => {
  const { subject, text } = renderLetter(sampleLetters.helpAsked, letterFrame);
  expect(subject).toBe('Help request from Grace Hopper');
  for (const line of [
    '> All 2 PCs that you can license are in use (A, B).',
    'E-mail: grace@customer.example\nCompany: Harbour\nPC: CAD-07\nTool: Basics 1.0.1\n',
    'Clock of the PC: 15 minutes ahead',
    '> The old PC is broken.',
    'https://portal.example/help-requests?request=9',
  ])
    expect(text).toContain(line);
  const textWithoutCode = renderLetter({ ...sampleLetters.helpAsked, code: null, comment: ' ' }, letterFrame).text;
  expect(textWithoutCode).toContain('Code: cannot be read');
  expect(textWithoutCode).not.toContain('With these words');
});

test.each([
  [59, 'not ahead'],
  [-86_400, 'not ahead'],
  [7_200, '2 hours ahead'],
  [259_200, '3 days ahead'],
])('a clock with a difference of %s seconds is described as %s', (clockSkewSeconds, clockText) => {
  const code = { machineName: 'CAD-07', tool: 'Basics', version: '1.0.1', madeAt: noon, clockSkewSeconds };
  expect(renderLetter({ ...sampleLetters.helpAsked, code }, letterFrame).text).toContain(
    `Clock of the PC: ${clockText}\n`,
  );
});

test('the e-mail that answers a help request contains the answer, and the licence or a link to get the licence', () => {
  const grantedText = renderLetter(sampleLetters.helpAnswered, letterFrame).text;
  expect(grantedText).toContain('Simon Aasen has answered your help request');
  expect(grantedText).toContain('> There you are.');
  expect(grantedText).toContain('https://portal.example/license/verify#c=BV-AAAA-BBBB\n');
  const file = { name: 'a.lic', content: '' };
  const helpAnswer = { is: 'licensed' as const, license: { ...licenceData, licenseId: 1, code: 'BL-0001', file } };
  expect(renderLetter({ ...sampleLetters.helpAnswered, answer: helpAnswer }, letterFrame).text).toContain('BL-0001');
  const repliedLetter = renderLetter(
    { ...sampleLetters.helpAnswered, machineName: '', answer: { is: 'replied' } },
    letterFrame,
  );
  expect(repliedLetter.subject).toBe('Answer to your help request');
});

test('an e-mail with a link token that is not base64url is refused', () => {
  expect(() => renderLetter({ ...sampleLetters.passwordReset, token: 'a&b=c' }, letterFrame)).toThrow('base64url');
});

test('an e-mail with a licence names the attached file, and an e-mail that can be turned off says where', () => {
  expect(renderLetter(sampleLetters.license, letterFrame).html).toContain('Attached: a.lic');
  const { text, html } = renderLetter(sampleLetters.licenseEnds, letterFrame);
  expect(text).toContain(
    'Ada, you get news and reminders from us. Change this in My Account: https://portal.example/account',
  );
  expect(html).toContain('href="https://portal.example/account">Change this in My Account</a>');
  expect(renderLetter(sampleLetters.passwordChanged, letterFrame).text).not.toContain('/account');
});

test.each([
  ['DE', '10 March 2026, 13:00 (Germany)'],
  ['ES', '10 March 2026, 13:00 (Spain)'],
  ['VN', '10 March 2026, 19:00 (Vietnam)'],
  ['US', '10 March 2026, 12:00 UTC'],
  [null, '10 March 2026, 12:00 UTC'],
])('a reader in the country %s sees the time of a change as %s', (country, time) => {
  const { text } = runInLanguage({ language: 'en', isRequested: true, country }, () =>
    renderLetter(sampleLetters.passwordChanged, letterFrame),
  );
  expect(text).toContain(time);
});

test('the mark of a brand becomes a PNG picture of 80 pixels', async () => {
  const png = await drawBrandMark(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#c62a32"/></svg>',
  );
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([80, 80]);
});
