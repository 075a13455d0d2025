// Both components are exported here, so that the verification page loads them with one request, after it has shown the field for the code.
export { LicenseResult } from './license-result.tsx';
export { CodeCheck } from './code-check.tsx';
