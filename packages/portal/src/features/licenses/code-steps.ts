// The verification page loads both components in one request, after the field for the code is shown.
export { LicenseResult } from './license-result.tsx';
export { CodeCheck } from './code-check.tsx';
