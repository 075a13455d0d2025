/** Labels of the status of a licence, the same in every list. */
export const licenseStates = {
  Active: 'Active',
  Expired: 'Expired',
  Revoked: 'Revoked',
  Replaced: 'Replaced',
  Suspended: 'Suspended',
} as const;
