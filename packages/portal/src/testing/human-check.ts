import { session } from '@basics/contract/session/session.ts';
import type { FakeServer } from './fake-server.ts';

/** A challenge in the format of ALTCHA's library that is quick to solve: its answer is 27. */
export const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: 'a6e441615b1ec5dc862c776e6d8d9f77',
    salt: 'd67445a6eddec3e00b2b38b9252448f7',
    cost: 10,
    keyLength: 32,
    keyPrefix: 'b3ca349d1f1b6c7f609ee1ac6ca39094',
    keySignature: '718a21811716e5ba686b58c50ea91627608f47297422ea26c70e7fc440fd4242',
    data: { until: 4_102_444_800 },
  },
  signature: 'c75a121ce182d3cb54c980288107e155cbba2d3edbe75b58d9182d78c86d7f77',
};

/** The solution that ALTCHA's library finds. */
export const solution = {
  counter: 27,
  derivedKey: 'b3ca349d1f1b6c7f609ee1ac6ca39094e494c22dc713884764ca014c3585cb72',
};

/** The answer that a form sends when the check has passed. */
export const humanAnswer = btoa(JSON.stringify({ challenge, solution }));

/** Answers the call of the human verification with this challenge. */
export const answerHumanCheck = (server: FakeServer): void =>
  server.answer(session.humanVerification, () => ({ kind: 'altcha' as const, siteKey: null, challenge }));
