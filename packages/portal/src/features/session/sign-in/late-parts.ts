// The sign-in page loads these components in one request, after the form.
export { DemoAccounts } from './demo-accounts.tsx';
export { WorkAccountButton } from './work-account-button.tsx';
export { PasskeyButton } from './passkey-button.tsx';
