import type { DemoAccount } from '@basics/contract/brands/portal-setup.ts';
import { accounts, demoPassword } from './people/accounts.ts';

/** The message at the start of the demo: the accounts to sign in with. */
export const demoMessageLines: readonly string[] = [
  '',
  'This is a demo with invented people and companies. Sign in as one of these users. The login names the profile.',
  ...accounts.map(({ login }) => `  ${login}`),
  `The password of all users is ${demoPassword}`,
  '',
];

/** The accounts that the sign-in page of the demo offers. No file of the built pages contains the demo accounts. */
export const demoAccounts: readonly DemoAccount[] = accounts.map(({ login, profileId }) => ({
  login,
  password: demoPassword,
  profileID: profileId,
}));
