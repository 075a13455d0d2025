import type { User } from '@basics/contract/users.ts';

export type GrantValues = { tool: string; brand: string; configTools: string[]; validFrom: string; validTo: string };

/** What the form holds: what nobody has chosen or typed yet is empty. */
export type UserValues = {
  login: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  company: string;
  profileID: string;
  brand: string;
  tools: GrantValues[];
  country: string;
  language: string;
  /** Null as long as neither was chosen. */
  canReceiveMail: boolean | null;
  crmAccount: string;
};

export const emptyGrant: GrantValues = { tool: '', brand: '', configTools: [], validFrom: '', validTo: '' };

export const emptyUser: UserValues = {
  login: '',
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  company: '',
  profileID: '',
  brand: '',
  tools: [emptyGrant],
  country: '',
  language: 'en',
  canReceiveMail: null,
  crmAccount: '',
};

/** A user as the form holds him. */
export const valuesOf = (user: User): UserValues => ({
  login: user.login,
  email: user.login,
  firstName: user.firstName,
  lastName: user.lastName,
  phone: user.phone,
  company: user.company,
  profileID: user.profileID === null ? '' : String(user.profileID),
  brand: user.brand ?? '',
  tools: user.tools.map(({ validFrom, validTo, ...grant }) => ({
    ...grant,
    validFrom: validFrom ?? '',
    validTo: validTo ?? '',
  })),
  country: user.country ?? '',
  language: user.language,
  canReceiveMail: user.canReceiveMail,
  crmAccount: user.crmAccount ?? '',
});

/** The fields of the wire, still to be read by the contract: what is empty here is absent or null there. */
export const fieldsOf = (values: UserValues) => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  phone: values.phone.trim(),
  company: values.company.trim(),
  profileID: values.profileID === '' ? undefined : Number(values.profileID),
  brand: values.brand,
  tools: values.tools.map(({ validFrom, validTo, ...grant }) => ({
    ...grant,
    validFrom: validFrom || null,
    validTo: validTo || null,
  })),
  country: values.country,
  language: values.language,
  canReceiveMail: values.canReceiveMail ?? undefined,
  crmAccount: values.crmAccount || null,
});

export type Fields = ReturnType<typeof fieldsOf>;

export const fieldNames = [
  'firstName',
  'lastName',
  'phone',
  'company',
  'profileID',
  'brand',
  'tools',
  'country',
  'language',
  'canReceiveMail',
  'crmAccount',
] as const satisfies (keyof Fields)[];
export type FieldName = (typeof fieldNames)[number];

/** The names of the fields in which two states of the form differ. */
export function changedFields(before: UserValues, after: UserValues): FieldName[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return fieldNames.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
}

/** The fields that differ from how they were: what is left out stays as it is. */
export function changesOf(before: UserValues, after: UserValues): Partial<Fields> {
  const fields = fieldsOf(after);
  return Object.fromEntries(changedFields(before, after).map((name) => [name, fields[name]]));
}

/** Whether there is anything to lose. */
export const differ = (before: UserValues, after: UserValues): boolean =>
  changedFields(before, after).length > 0 || before.login !== after.login.trim() || before.email !== after.email.trim();
