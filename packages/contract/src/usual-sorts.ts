/** The order of each list while the request has no `sort`. The server sorts by it, and the portal marks its column. */
export const usualSorts = {
  accounts: { field: 'name', direction: 'asc' },
  assignments: { field: 'country', direction: 'asc' },
  auditEntries: { field: 'at', direction: 'desc' },
  helpRequests: { field: 'askedAt', direction: 'asc' },
  letters: { field: 'createdAt', direction: 'desc' },
  licenses: { field: 'issuedAt', direction: 'desc' },
  releaseNotes: { field: 'releaseDate', direction: 'desc' },
  requests: { field: 'requestDate', direction: 'asc' },
  users: { field: 'lastName', direction: 'asc' },
} as const;
