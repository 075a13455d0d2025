/**
 * The default sort order of each list, for requests without `sort`. The server sorts in this order, and the portal
 * marks the column of this order.
 */
export const defaultSorts = {
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
