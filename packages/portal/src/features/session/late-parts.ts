// The sign-in page loads these components in one request, after the form is shown.
export { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
export { DemoAccounts } from './demo-accounts.tsx';
export { PasskeyButton } from './passkey-button.tsx';
