// In one file, because the sign-in page loads all of them directly after itself.
export { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
export { DemoAccounts } from './demo-accounts.tsx';
export { PasskeyButton } from './passkey-button.tsx';
