/** The state of a licence in one word, the same on every list. */
export const licenseStates = {
  Active: 'Active',
  Expired: 'Expired',
  Revoked: 'Revoked',
  Replaced: 'Replaced',
  Suspended: 'Suspended',
} as const;
