// The verification page loads both components in one request, after the field for the code is shown.
export { LicenseResult } from './license-result.tsx';
export { CodeCheck as ReadBack } from './code-check.tsx';
