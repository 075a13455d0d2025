// In one file, because the page of a code loads both last: they are shown when a code was entered.
export { LicenseResult } from './license-result.tsx';
export { ReadBack } from './read-back.tsx';
