import { accounts, demoPassword } from './accounts.ts';

/** What whoever starts the demo should read: as whom he can sign in. */
export const demoWords: readonly string[] = [
  '',
  'A demo with invented people and companies. Sign in as any of these; the name says the profile.',
  ...accounts.map(({ login }) => `  ${login}`),
  `The password of each is ${demoPassword}`,
  '',
];
