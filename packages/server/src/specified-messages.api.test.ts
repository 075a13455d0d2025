import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { databases } from './testing/database/databases.ts';
import { addPerson } from './testing/records/people.ts';
import { createUserBody } from './testing/records/staff.ts';
import { suitePortal } from './testing/processes/suite-portal.ts';

type MessageCase = [message: string, endpoint: Endpoint, field: string, body: Record<string, unknown>];

const repeatText = (text: string) => ({ login: text, email: text });
const passwordRule =
  'Password must be at least 8 characters long, with at least one number, one uppercase letter, one lowercase letter and one special character.';

/** Every message of the specification, with the call, the field of its body, and a body that causes the message. */
const messageCases: MessageCase[] = [
  ['Login is required.', session.signIn, 'login', { login: ' ', password: 'x' }],
  ['Login is required.', registration.register, 'login', {}],
  ['Login is required.', users.create, 'login', createUserBody(repeatText(''))],
  ['Password is required.', session.signIn, 'password', { login: 'ada@office.example', password: '' }],
  ['Password is required.', session.resetPassword, 'password', { token: 'x' }],
  ['Confirm Password is required.', session.resetPassword, 'confirmPassword', { password: 'Basalt-Kettle-93' }],
  ['Confirm Password is required.', session.resetPassword, 'confirmPassword', createPasswords('Basalt-Kettle-93', ' ')],
  ['Confirm Password is required.', session.changePassword, 'confirmPassword', { confirmPassword: '' }],
  [
    'Passwords must match.',
    session.resetPassword,
    'confirmPassword',
    createPasswords('Basalt-Kettle-93', 'Granite-Kettle-93'),
  ],
  [
    'Passwords must match.',
    session.changePassword,
    'confirmPassword',
    createPasswords('Basalt-Kettle-93', 'Basalt-kettle-93'),
  ],
  ["Login/Email's must match.", users.create, 'email', createUserBody({ email: 'other@customer.example' })],
  ["Login/Email's must match.", registration.register, 'email', { ...repeatText('a@b.example'), email: 'c@b.example' }],
  ['Email is required.', session.forgotPassword, 'email', { email: '' }],
  ['Email is required.', registration.register, 'email', {}],
  ['Invalid Email format.', session.forgotPassword, 'email', { email: 'ada@' }],
  ['Invalid Email format.', registration.register, 'login', repeatText('ada')],
  ['Invalid Email format.', users.create, 'login', createUserBody(repeatText('ada@office'))],
  ['First name is required.', users.create, 'firstName', createUserBody({ firstName: ' ' })],
  ['First name is required.', registration.register, 'firstName', {}],
  ['Last name is required.', users.create, 'lastName', createUserBody({ lastName: '' })],
  ['Last name is required.', registration.register, 'lastName', {}],
  ['Profile is required.', users.create, 'profileID', createUserBody({ profileID: null })],
  ['Profile is required.', requests.approve, 'profileID', {}],
  ['Brand is required.', users.create, 'brand', createUserBody({ brand: '' })],
  ['Brand is required.', countrySalesmen.create, 'brand', {}],
  ['Tool is required.', users.create, 'tools', createUserBody({ tools: [] })],
  ['Tool is required.', registration.register, 'tool', {}],
  ['Country is required.', users.create, 'country', createUserBody({ country: ' ' })],
  ['Country is required.', countrySalesmen.create, 'country', {}],
  ['Salesman is required.', countrySalesmen.create, 'salesmanId', { country: 'DE', brand: 'blue' }],
  ['Reason is required.', requests.reject, 'reason', { id: 1, reason: ' ' }],
  ['Reason is required.', registration.register, 'reason', {}],
  ['Title is required.', releaseNotes.create, 'title', { title: ' ' }],
  ['Description is required.', releaseNotes.create, 'description', {}],
  ['Version is required.', releaseNotes.update, 'version', { version: '' }],
  ['Date is required.', releaseNotes.create, 'releaseDate', {}],
  ['Verification code is required.', licenses.issue, 'verificationCode', { verificationCode: ' \n ' }],
  ['Can Receive Mail is required.', users.create, 'canReceiveMail', createUserBody({ canReceiveMail: null })],
  ['Can Receive Mail is required.', registration.register, 'canReceiveMail', {}],
  [passwordRule, session.resetPassword, 'password', createPasswords('Ab1!xyz')],
  [passwordRule, session.resetPassword, 'password', createPasswords('Basalt-Kettle')],
  [passwordRule, session.resetPassword, 'password', createPasswords('basalt-kettle-93')],
  [passwordRule, session.resetPassword, 'password', createPasswords('BASALT-KETTLE-93')],
  [passwordRule, session.changePassword, 'password', createPasswords('BasaltKettle93')],
];

function createPasswords(password: string, confirmPassword = password) {
  return { token: 'x', password, confirmPassword };
}

test('the test cases of this file cover all 22 messages of the specification', () => {
  expect(new Set(messageCases.map(([message]) => message)).size).toBe(22);
});

describe.each(databases)('messages of the specification (%s)', (kind) => {
  const portal = suitePortal(kind);
  let token = '';

  beforeAll(async () => {
    token = (await addPerson(portal(), { profileId: 1 })).token;
  });

  test.each(
    messageCases.map((messageCase) => ({ message: messageCase[0], call: messageCase[1].name, each: messageCase })),
  )('“$message” is the answer to $call', async ({ each: [message, endpoint, field, body] }) => {
    const params = endpoint.path.includes('{id}') ? { params: { id: 1 } } : {};
    const response = await portal().call(endpoint, { token, ...params, body });
    expect([response.status, Object(response.body).fields?.[field]]).toEqual([422, message]);
  });
});
