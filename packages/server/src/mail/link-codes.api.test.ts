import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import { createUserBody } from '#server/testing/records/staff.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

/** Opens a link by its code. Each number is another network. */
const openLink = ({ http }: Portal, email: string, code: string, network = 1) =>
  http.inject({
    method: 'POST',
    url: '/core/api/auth/link-code',
    remoteAddress: `192.0.${network}.1`,
    payload: { email, code },
  });

async function mailResetLink(portal: Portal, email: string) {
  await portal.call(session.forgotPassword, { body: { email } });
  await portal.settled();
  return readNewestMail(portal, 'passwordReset');
}

/** Changes the last character of a code. */
const changeCode = (code: string): string => code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));

describe.each(defaultDatabases)('the code that replaces the link of an e-mail (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the code opens the link for the address of the e-mail, as often as the link can be opened, however it is typed', async () => {
    await portal().addUser({ login: 'typing@example.org' });
    const { token, typedCode } = await mailResetLink(portal(), 'typing@example.org');
    expect(typedCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const variants = [
      typedCode,
      ` ${typedCode.toLowerCase().replace('-', ' ')} `,
      typedCode.replaceAll('0', 'O').replaceAll('1', 'l'),
      typedCode.replaceAll(/[0-9A-Z]/g, (ascii) => String.fromCodePoint((ascii.codePointAt(0) ?? 0) + 0xfee0)),
    ];
    for (const variant of variants) {
      const response = await openLink(portal(), 'Typing@EXAMPLE.org', variant);
      expect(response.json(), variant).toEqual({ path: '/password/reset', token });
    }
    expect((await portal().call(session.checkLink, { body: { token } })).status).toBe(200);
  });

  test('the code of a registration leads to the page that confirms the address', async () => {
    const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();
    const login = 'applicant@example.org';
    const form = { ...person, login, email: login, tool: 'basics', reason: 'Conveyors', comment: '' };
    await portal().call(registration.register, { body: form });
    const { token, typedCode } = await readNewestMail(portal(), 'confirmAddress');
    expect((await openLink(portal(), login, typedCode)).json()).toEqual({ path: '/register/confirm', token });
  });

  test('a wrong code, the address of someone else, an unknown address and an expired code have the same answer (T468)', async () => {
    await portal().addUser({ login: 'owner@example.org' });
    await portal().addUser({ login: 'other@example.org' });
    const { typedCode } = await mailResetLink(portal(), 'owner@example.org');
    const answers = [
      await openLink(portal(), 'owner@example.org', changeCode(typedCode)),
      await openLink(portal(), 'other@example.org', typedCode),
      await openLink(portal(), 'unknown@example.org', typedCode),
    ];
    portal().pass(minutes(60));
    answers.push(await openLink(portal(), 'owner@example.org', typedCode));
    for (const { statusCode, body } of answers) {
      expect([statusCode, readProblemCode(JSON.parse(body))]).toEqual([422, 'LINK_CODE_NOT_VALID']);
      expect({ ...JSON.parse(body), requestId: '' }).toEqual({ ...JSON.parse(answers[0]?.body ?? ''), requestId: '' });
    }
  });

  test('at most 17 codes are tried for one address in an hour, also from many networks; the link works meanwhile (T469)', async () => {
    await portal().addUser({ login: 'guessed@example.org' });
    const { token, typedCode } = await mailResetLink(portal(), 'guessed@example.org');
    let tried = 0;
    for (let second = 0; second < 3600; second += 30) {
      const { statusCode } = await openLink(portal(), 'guessed@example.org', changeCode(typedCode), second / 30);
      expect([422, 429]).toContain(statusCode);
      if (statusCode === 422) tried += 1;
      portal().pass(30_000);
      if (second === 1800) expect((await portal().call(session.checkLink, { body: { token } })).status).toBe(200);
    }
    expect(tried).toBeLessThanOrEqual(17);
    expect(tried).toBeGreaterThan(10);
    portal().pass(hours(1));
    expect((await openLink(portal(), 'guessed@example.org', typedCode)).statusCode).toBe(422);
  });

  test('neither the e-mail that staff see nor the database contains the code or the token (T470)', async () => {
    await portal().addUser({ login: 'hidden@example.org' });
    const { token, typedCode } = await mailResetLink(portal(), 'hidden@example.org');
    const { kysely } = portal().database;
    const rows = [
      await kysely.selectFrom('outbox').selectAll().execute(),
      await kysely.selectFrom('linkCodes').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).toContain('enter this code: hidden');
    for (const secret of [typedCode, typedCode.replace('-', ''), token])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
