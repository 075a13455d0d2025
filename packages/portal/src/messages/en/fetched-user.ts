/** Texts of the page of one user: while the user is loading, if the user is not found, and the links in the heading. */
export const fetchedUser = {
  title: 'User',
  failed: 'Failed to fetch Users',
  notFound: 'User not found',
  notFoundText: 'This user was deleted, or you do not have access.',
  back: 'All users',
  pending: 'This user’s account request is still pending.',
  toRequest: 'Open request',
  edit: 'Edit',
  more: 'More actions',
  issue: 'Issue a licence',
} as const;
