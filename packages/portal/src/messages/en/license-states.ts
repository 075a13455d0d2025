/** How a licence stands, in one word: on every list of licences the same. */
export const licenseStates = {
  Active: 'Active',
  Expired: 'Expired',
  Revoked: 'Revoked',
  Replaced: 'Replaced',
} as const;
