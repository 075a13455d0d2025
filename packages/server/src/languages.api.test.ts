import { readCurrentUser } from '@basics/contract/session/current-user.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import type { Texts } from '@basics/contract/texts/texts.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { englishPhrases } from '@basics/contract/texts/english-phrases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from './mail/letters/english.ts';
import { letterTextsByLanguage } from './mail/render-letter.ts';
import { textsByLanguage } from './platform/texts/language.ts';
import { readNewestMail } from './testing/records/mail.ts';
import { createUserBody } from './testing/records/staff.ts';
import { suitePortal } from './testing/processes/suite-portal.ts';
import { openOutbox, createLetter } from './testing/mail/outbox.ts';

const addBrackets = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `[${text}]`]));
const messages = Object.fromEntries(Object.entries(problems).map(([code, { message }]) => [code, message]));

/** An invented language for tests: English texts in brackets, with German dates. */
const inventedLanguage: Texts = {
  locale: 'de-DE',
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys
  fieldMessages: addBrackets({ ...fieldMessages, ...serverMessages }) as Texts['fieldMessages'],
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys
  problems: addBrackets(messages) as Texts['problems'],
  tooLong: (max) => `[at most ${max}]`,
  phrases: englishPhrases,
};

beforeAll(() => {
  textsByLanguage.set('xx', inventedLanguage);
  letterTextsByLanguage.set('xx', { ...english, greeting: (firstName) => `[Hello ${firstName}]` });
});
afterAll(() => {
  textsByLanguage.delete('xx');
  letterTextsByLanguage.delete('xx');
});

describe('the language of answers and e-mails', () => {
  const portal = suitePortal('SQLite');
  const signIn = (login: string) =>
    portal().call(session.signIn, { body: { login, password: 'wrong' }, headers: { 'accept-language': 'xx' } });
  const addUserWithLanguage = async (login: string): Promise<number> => {
    const id = await portal().addUser({ login });
    await portal().database.kysely.updateTable('users').set({ language: 'xx' }).where('id', '=', id).execute();
    return id;
  };

  const { message } = problems.NO_SESSION;
  test.each([
    ['xx', `[${message}]`],
    ['XX-YY;q=0.9, en;q=0.8', `[${message}]`],
    ['zz, xx;q=0.5', `[${message}]`],
    ['en, xx;q=0.5', message],
    ['xx;q=0, zz', message],
    ['zz', message],
    [undefined, message],
  ])('a problem has the language of Accept-Language: %s', async (header, expectedMessage) => {
    const headers = header === undefined ? {} : { 'accept-language': header };
    expect((await portal().call(readCurrentUser, { headers })).body).toMatchObject({
      code: 'NO_SESSION',
      message: expectedMessage,
    });
  });

  test('error messages of fields have the requested language, including messages with a number such as a maximum length', async () => {
    const { body } = await signIn('');
    expect(body).toMatchObject({ fields: { login: `[${fieldMessages.login}]` } });
    const refusedSignIn = await signIn('a'.repeat(2000));
    expect(refusedSignIn.body).toMatchObject({ fields: { login: expect.stringMatching(/^\[at most \d+\]$/) } });
  });

  test('if a request names no language, the response has the language of the user', async () => {
    await addUserWithLanguage('reader@example.org');
    const token = await portal().signIn('reader@example.org');
    const readLanguageName = async (headers: Record<string, string>) =>
      (await portal().call(users.get, { token, params: { id: 999_999 }, headers })).body;
    expect(await readLanguageName({})).toMatchObject({ message: `[${problems.USER_NOT_FOUND.message}]` });
    expect(await readLanguageName({ 'accept-language': 'en' })).toMatchObject({
      message: problems.USER_NOT_FOUND.message,
    });
  });

  test('the problem for an unreadable body has the requested language', async () => {
    const { body } = await portal().http.inject({
      method: 'POST',
      url: '/core/api/auth/token',
      headers: { 'content-type': 'application/json', 'accept-language': 'xx' },
      payload: '{',
    });
    expect(JSON.parse(body)).toMatchObject({ message: `[${problems.MALFORMED.message}]` });
  });

  test('an e-mail has the language of its recipient, with the date format of that language', async () => {
    const userWithLanguage = await addUserWithLanguage('letters@example.org');
    const englishUser = await portal().addUser({ login: 'english@example.org' });
    const outbox = openOutbox(portal().database);
    await outbox.queue(createLetter({ to: 'letters@example.org', userId: userWithLanguage }));
    await outbox.queue(createLetter({ to: 'english@example.org', userId: englishUser }));
    const [ownLetter, otherLetter] = (await outbox.rows()).slice(-2);
    expect(ownLetter?.text).toMatch(/\n\[Hello Ada\][^]* \d+\. (?:März|[A-Z]\p{L}+) \d{4},/u);
    expect(ownLetter?.html).toContain('<html lang="xx">');
    expect(otherLetter?.text).toMatch(/\nHello Ada,[^]* \d+ [A-Z][a-z]+ \d{4},/);
  });

  test('the e-mail that confirms the address of an applicant has the language of the request', async () => {
    const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();
    const body = { ...person, tool: 'basics', reason: 'Drawings', comment: '' };
    const headers = { 'accept-language': 'xx' };
    expect((await portal().call(registration.register, { body, headers })).status).toBe(200);
    expect((await readNewestMail(portal(), 'confirmAddress')).html).toContain('<html lang="xx">');
  });
});
