/** The columns of `users` that name a person and say how to write to the person and which staff are responsible. */
export const contactColumns = [
  'users.login',
  'users.firstName',
  'users.lastName',
  'users.company',
  'users.country',
  'users.brandId',
] as const;
