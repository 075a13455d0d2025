/**
 * The columns of `users` with the name of a person, the data for e-mails to the person, and the country and brand that
 * decide which staff are responsible.
 */
export const contactColumns = [
  'users.login',
  'users.firstName',
  'users.lastName',
  'users.company',
  'users.country',
  'users.brandId',
] as const;
