import { accounts, demoPassword } from './accounts.ts';

/** What whoever starts the demo should read: as whom he can sign in. */
export const demoWords: readonly string[] = [
  '',
  'This is a demo with invented people and companies. Sign in as one of these users. The login names the profile.',
  ...accounts.map(({ login }) => `  ${login}`),
  `The password of all users is ${demoPassword}`,
  '',
];
