import { neverExpires } from '@basics/licensing/licence-code.ts';
import { describe, expect, test, vi } from 'vitest';
import {
  createLicenceCode,
  createLicenceFile,
  createKeyList,
  createRevocationList,
  publishedNames,
  secondsNow,
  unknownSigner,
  testKeyId,
  testSigner,
} from '#portal/testing/records/signed-licences.ts';
import { createVerificationCode } from '#portal/testing/records/licenses.ts';
import { checkText } from './check-text.ts';
import { readPublishedKeys, readPublishedNames } from './published.ts';
import { createReport } from './report.ts';
import type { RevocationSource } from './revocation.ts';

const secondsPerDay = 86_400;
const keys = readPublishedKeys(createKeyList('current'));
const createSource = (list: string | Error): RevocationSource => ({
  loadList: () => (typeof list === 'string' ? Promise.resolve(list) : Promise.reject(list)),
  isSaved: false,
});
const names = readPublishedNames(publishedNames);
const checkAndReport = async (
  licenceText: string,
  { knownKeys = keys, revocations = createSource(createRevocationList()), now = Date.now(), shownNames = names } = {},
) => createReport(await checkText(licenceText, { keys: knownKeys, revocations }, now), shownNames);
const readFact = (report: Awaited<ReturnType<typeof checkAndReport>>, name: string): string | undefined =>
  report.facts.find((fact) => fact.name === name)?.value;

const flipCharacter = (licenceText: string, index: number): string =>
  licenceText.slice(0, index) + (licenceText[index] === 'A' ? 'B' : 'A') + licenceText.slice(index + 1);

describe.each([
  ['in a browser with Ed25519', () => {}],
  [
    'in a browser without Ed25519',
    () => void vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError')),
  ],
])('%s', (_, prepareBrowser) => {
  test.each([
    ['file', createLicenceFile()],
    ['code', createLicenceCode()],
  ])('a licence %s is genuine and valid', async (__, licenceText) => {
    prepareBrowser();
    const report = await checkAndReport(licenceText);
    expect(report).toMatchObject({ tone: 'ok', title: 'Genuine and valid' });
    expect(readFact(report, 'Signed with key')).toBe(testKeyId);
  });

  test('a licence that was changed at any position is not genuine', async () => {
    prepareBrowser();
    const file = createLicenceFile();
    const payloadStart = file.indexOf('payload: ') + 20;
    expect(await checkAndReport(flipCharacter(file, payloadStart))).toMatchObject({
      tone: 'danger',
      title: 'Not genuine',
    });
    const signatureStart = file.indexOf('signature: ') + 20;
    expect(await checkAndReport(flipCharacter(file, signatureStart))).toMatchObject({
      tone: 'danger',
      title: 'Not genuine',
    });
  });

  test('a licence signed with an unknown key is not genuine, even if it contains the id of a known key', async () => {
    prepareBrowser();
    const report = await checkAndReport(createLicenceFile({}, unknownSigner));
    expect(report).toMatchObject({ tone: 'danger', title: 'Not from this portal' });
    expect(readFact(report, 'Genuine')).toBe('No');
    expect(report.facts).toContainEqual(
      expect.objectContaining({ name: 'Claimed key', remark: 'not a key of this portal' }),
    );
    const forgedSigner = { ...unknownSigner, publicKey: testSigner.publicKey };
    expect(await checkAndReport(createLicenceFile({}, forgedSigner))).toMatchObject({
      tone: 'danger',
      title: 'Not genuine',
    });
  });
});

test('if the browser supports Ed25519, the browser verifies the signatures of the licence and of the revocation list', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify');
  await checkAndReport(createLicenceCode());
  expect(verify).toHaveBeenCalledTimes(2);
});

describe('the dates and the key decide whether a genuine licence is valid', () => {
  test.each([
    ['in its grace', { exp: secondsNow() - 3 * secondsPerDay, iat: 1, nbf: 1 }, 'Genuine, but in its grace period'],
    ['after its grace', { exp: secondsNow() - 15 * secondsPerDay, iat: 1, nbf: 1 }, 'Genuine, but expired'],
    ['before it begins', { nbf: secondsNow() + 5 * secondsPerDay }, 'Genuine, but not valid yet'],
    ['without an end', { exp: neverExpires }, 'Genuine and valid'],
  ])('%s', async (_, changes, title) => {
    expect(await checkAndReport(createLicenceFile(changes))).toMatchObject({
      title,
      clockText: expect.stringContaining('this device'),
    });
  });

  test.each([
    ['next', 'ok'],
    ['retired', 'ok'],
    ['revoked', 'danger'],
  ])('signed with a key that is %s', async (keyStatus, tone) => {
    const report = await checkAndReport(createLicenceFile(), {
      knownKeys: readPublishedKeys(createKeyList(keyStatus)),
    });
    expect(report.tone).toBe(tone);
    expect(report.facts.find(({ name }) => name === 'Signed with key')?.remark).toContain(
      { next: 'next key', retired: 'former key', revoked: 'revoked' }[keyStatus],
    );
  });
});

describe('the signed revocation list decides whether a genuine licence was revoked', () => {
  const licences = [
    ['file', createLicenceFile(), 'a1a2a3a4a5a6a7a8'],
    ['code', createLicenceCode(), '0505050505050505'],
  ] as const;
  const notChecked = /Not checked: whether it was revoked since/;
  const current = createRevocationList({ ids: ['0011223344556677'] });
  const old = createRevocationList({ issuedAt: 1_700_000_000, nextAt: 1_700_086_400 });

  describe.each(licences)('licence %s', (_, licenceText, id) => {
    const revoking = (change = {}) => createRevocationList({ ids: [id], ...change });
    test.each([
      ['not on the current list', createSource(current), 'Genuine and valid', ['ok', 'No']],
      ['on the current list', createSource(revoking()), 'Revoked', ['danger', 'Yes']],
      ['on an old list', createSource(revoking({ issuedAt: 1, nextAt: 2 })), 'Revoked', ['danger', 'Yes']],
      ['on a saved list', { ...createSource(revoking()), isSaved: true }, 'Revoked', ['danger', 'Yes']],
      [
        'its key is on the list',
        createSource(revoking({ keys: [testKeyId] })),
        'revocation not checked',
        ['warn', 'Not checked'],
      ],
    ] as const)('%s', async (__, revocations, title, [tone, revoked]) => {
      const report = await checkAndReport(licenceText, { revocations });
      expect(report).toMatchObject({ title: expect.stringContaining(title), tone });
      expect(readFact(report, 'Revoked')).toBe(revoked);
      expect(readFact(report, 'Replaced')).toBe('Not checked');
    });

    test.each([
      ['old', createSource(old), 'Genuine, and not revoked by 14 November 2023', 'No'],
      ['saved', { ...createSource(old), isSaved: true }, 'Genuine, and not revoked by 14 November 2023', 'No'],
      ['missing', createSource(new TypeError('Failed to fetch')), 'Genuine, but revocation not checked', 'Not checked'],
      ['a page of a proxy', createSource('<html></html>'), 'Genuine, but revocation not checked', 'Not checked'],
      ['changed', createSource(flipCharacter(revoking(), 60)), 'Genuine, but revocation not checked', 'Not checked'],
      [
        'signed by another key',
        createSource(createRevocationList({}, unknownSigner)),
        'Genuine, but revocation not checked',
        'Not checked',
      ],
      [
        'of another tool',
        createSource(createRevocationList({ toolId: 8 })),
        'Genuine, but revocation not checked',
        'Not checked',
      ],
    ])(
      'if the list is %s, the report says what was not checked, and never to install the licence',
      async (__, revocations, title, revoked) => {
        const report = await checkAndReport(licenceText, { revocations });
        expect(report).toMatchObject({ tone: 'warn', title, text: expect.stringMatching(notChecked) });
        expect(report.next).toMatch(/^Before you install the licence, check it again/);
        expect(readFact(report, 'Revoked')).toBe(revoked);
      },
    );
  });

  test('a licence whose key is on a list that another key signed is not accepted', async () => {
    const knownKeys = [...keys, ...readPublishedKeys(createKeyList('next', unknownSigner))];
    const revocations = createSource(createRevocationList({ keys: [testKeyId] }, unknownSigner));
    for (const [, licenceText] of licences)
      expect(await checkAndReport(licenceText, { knownKeys, revocations })).toMatchObject({
        title: 'Its key was revoked',
        tone: 'danger',
      });
  });

  test.each([
    ['in its grace period', 3, 'Genuine, but in its grace period', notChecked],
    ['expired', 15, 'Genuine, but expired', /Basics no longer accepts it\.$/],
  ])('a licence that is %s has its own result, also without a list', async (_, daysAgo, title, text) => {
    const licenceText = createLicenceFile({ exp: secondsNow() - daysAgo * secondsPerDay, iat: 1, nbf: 1 });
    const revocations = createSource(new TypeError('Failed to fetch'));
    expect(await checkAndReport(licenceText, { revocations })).toMatchObject({
      title,
      text: expect.stringMatching(text),
    });
    const listed = createSource(createRevocationList({ ids: ['a1a2a3a4a5a6a7a8'] }));
    expect(await checkAndReport(licenceText, { revocations: listed })).toMatchObject({ title: 'Revoked' });
  });
});

describe('the report shows all contents of a licence', () => {
  test('the report of a licence file shows all values of the file', async () => {
    const { facts } = await checkAndReport(createLicenceFile({ deny: ['0123456789abcdef'] }));
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toMatchObject({
      Genuine: 'Yes',
      'Issued to': 'Ada Lovelace <ada@office.example>',
      PC: 'DESK-1',
      Tool: 'Basics',
      Versions: 'every version',
      Brand: 'Basics Blue',
      'Grace period': expect.stringMatching(/^14 more days, until \d+ \w+ \d{4}$/),
      'Add-ons': 'Config Rail',
      Temperature: '°C',
      'Packed weights and sizes': 'Yes',
      'Price list': 'none',
      'Graph thickness (pt)': '1.25',
      Withdraws: '1 earlier licence',
      Licence: 'a1a2a3a4a5a6a7a8',
      'Came as': 'licence file',
    });
  });

  test('the report of a licence code shows fewer values than the report of a licence file', async () => {
    const { facts } = await checkAndReport(createLicenceCode({ trial: true, entitlements: 5 }));
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toMatchObject({
      PC: 'Not part of a licence code',
      Tool: 'Basics',
      Versions: 'up to 3.x',
      Brand: 'Basics Red',
      Trial: 'Yes',
      'Add-ons': 'Config Rail, add-on number 2',
      'Came as': 'licence code',
    });
  });

  test.each([
    ['a file with a known brand', createLicenceFile(), 'Brand', 'Basics Blue'],
    ['a file with an unknown brand', createLicenceFile({ brand: 'green' }), 'Brand', 'green'],
    ['a code with a known brand', createLicenceCode({ brand: 1 }), 'Brand', 'Basics Red'],
    ['a code with an unknown brand', createLicenceCode({ brand: 5 }), 'Brand', 'brand number 5'],
    ['a code of an unknown tool', createLicenceCode({ toolId: 9 }), 'Tool', 'tool number 9'],
    ['a code with a known add-on', createLicenceCode({ entitlements: 1 }), 'Add-ons', 'Config Rail'],
    ['a code without add-ons', createLicenceCode({ entitlements: 0 }), 'Add-ons', 'none'],
    ['a code with an unknown add-on', createLicenceCode({ entitlements: 2 ** 31 }), 'Add-ons', 'add-on number 31'],
  ])('the report shows names where the portal publishes them: %s', async (_, licenceText, name, value) => {
    expect(readFact(await checkAndReport(licenceText), name)).toBe(value);
  });

  test('without published names, the report shows numbers', async () => {
    const shownNames = readPublishedNames(null);
    const report = await checkAndReport(createLicenceCode({ entitlements: 1 }), { shownNames });
    expect(['Tool', 'Brand', 'Add-ons'].map((name) => readFact(report, name))).toEqual([
      'tool number 7',
      'brand number 1',
      'add-on number 0',
    ]);
  });

  test('on its last day, a licence is shown as valid until today', async () => {
    const lastSecond = Math.floor(secondsNow() / secondsPerDay) * secondsPerDay + secondsPerDay - 1;
    const licenceText = createLicenceFile({ exp: lastSecond });
    const report = await checkAndReport(licenceText, { now: (lastSecond - secondsPerDay + 1) * 1000 });
    expect(report.text).toMatch(/valid until \d+ \w+ \d{4} \(today\)/);
  });
});

const file = createLicenceFile();
const code = createLicenceCode();
const lines = file.split('\n');

/** The expected text for each refusal of the readers. */
test.each([
  ['nothing', '', 'Nothing to check yet'],
  ['prose', 'Dear customer, here is your licence.', 'No licence found'],
  ['a verification code', createVerificationCode(), 'This is a verification code'],
  ['more than any mail', 'x'.repeat(100_001), 'This text is too long'],
  ['a code cut short', code.slice(0, 100), 'Part of the licence code is missing'],
  ['a code with a letter that no code has', code.replace(/.$/, 'U'), 'The licence code contains a typing error'],
  ['a code with too much', `${code}-ABCDEF`, 'The licence code contains a typing error'],
  ['a code with a wrong character', flipCharacter(code, 40), 'The licence code contains a typing error'],
  ['a code of the next version', code.replace('BL-45', 'BL-48'), 'From a newer version'],
  ['a file of the next version', file.replace('v1', 'v2'), 'From a newer version'],
  ['a file cut short', lines.slice(0, 3).join('\n'), 'Part of the licence file is missing'],
  ['a file with a line too many', `${file}\nmore`, 'The licence file is damaged'],
  ['a file quoted in a mail', file.replaceAll(/^/gm, '> '), 'Not a valid licence file'],
])('%s', async (_, licenceText, title) => {
  const report = await checkAndReport(licenceText);
  expect(report.title).toBe(title);
  expect(report.next).not.toBe('');
  expect(report.tone).toBe('warn');
});

test('only well-formed published keys of a known status are accepted', () => {
  const [key] = createKeyList('current').keys;
  const document = { keys: [key, { ...key, status: 'unheard of' }, { ...key, publicKey: 'ab' }, null, 7] };
  expect(readPublishedKeys(document)).toHaveLength(1);
  for (const invalidDocument of [null, [], { keys: {} }, 'keys'])
    expect(readPublishedKeys(invalidDocument)).toEqual([]);
});
