/** Texts of the field that chooses a user. */
export const people = {
  hint: 'Part of a name or address',
  unknown: 'No user found.',
  failed: 'Failed to fetch Users',
  person: (name: string, login: string) => `${name} (${login})`,
} as const;
