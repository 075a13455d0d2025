import type { userFields as fields } from '@basics/contract/users/user-fields.ts';

/** The labels of the fields of a user in forms, lists and the audit log. */
export const userFields = {
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  profileID: 'Profile',
  brand: 'Brand',
  tools: 'Tools',
  country: 'Country',
  phone: 'Phone',
  crmAccount: 'CRM account',
  canReceiveMail: 'Can receive mail',
  language: 'Default language',
} as const satisfies Record<keyof typeof fields, string>;
