import type { userFields } from '@basics/contract/user-fields.ts';
import type { User } from '@basics/contract/users.ts';

export type GrantValues = { tool: string; brand: string; configTools: string[]; validFrom: string; validTo: string };

/** A field that the contract lets staff write; a new one does not compile until `formFields` has it. */
export type FieldName = keyof typeof userFields;

/** Most fields are text in the form; these are not. Of a yes or no that nobody has chosen yet it holds null. */
type OtherValues = { tools: GrantValues[]; canReceiveMail: boolean | null };
type ValueOf<Name extends FieldName> = Name extends keyof OtherValues ? OtherValues[Name] : string;

/** What the form holds: what nobody has chosen or typed yet is empty. */
export type UserValues = { login: string; email: string } & { [Name in FieldName]: ValueOf<Name> };

export const emptyGrant: GrantValues = { tool: '', brand: '', configTools: [], validFrom: '', validTo: '' };

/** What a field begins with, what it shows of a user, and what is sent of it: absent or null where it is empty. */
type FormField<Value> = { empty: Value; shown: (user: User) => Value; sent: (value: Value) => unknown };

const text = (shown: (user: User) => string): FormField<string> => ({
  empty: '',
  shown,
  sent: (typed) => typed.trim(),
});
const choice = (shown: (user: User) => string): FormField<string> => ({ empty: '', shown, sent: (chosen) => chosen });

/** In the order in which the form has them. */
const formFields: { [Name in FieldName]: FormField<ValueOf<Name>> } = {
  firstName: text(({ firstName }) => firstName),
  lastName: text(({ lastName }) => lastName),
  phone: text(({ phone }) => phone),
  company: text(({ company }) => company),
  profileID: {
    ...choice(({ profileID }) => (profileID === null ? '' : String(profileID))),
    sent: (chosen) => (chosen === '' ? undefined : Number(chosen)),
  },
  brand: choice(({ brand }) => brand ?? ''),
  tools: {
    empty: [emptyGrant],
    shown: ({ tools }) =>
      tools.map(({ validFrom, validTo, ...grant }) => ({
        ...grant,
        validFrom: validFrom ?? '',
        validTo: validTo ?? '',
      })),
    sent: (grants) =>
      grants.map(({ validFrom, validTo, ...grant }) => ({
        ...grant,
        validFrom: validFrom || null,
        validTo: validTo || null,
      })),
  },
  country: choice(({ country }) => country ?? ''),
  language: { ...choice(({ language }) => language), empty: 'en' },
  canReceiveMail: {
    empty: null,
    shown: ({ canReceiveMail }) => canReceiveMail,
    sent: (chosen) => chosen ?? undefined,
  },
  crmAccount: { ...choice(({ crmAccount }) => crmAccount ?? ''), sent: (chosen) => chosen || null },
};

const isFieldName = (name: string): name is FieldName => name in formFields;
const fieldNames = Object.keys(formFields).filter(isFieldName);

/** The values of all fields, as one of the functions of each field gives them. */
const valuesBy = (login: string, valueOf: (name: FieldName) => unknown): UserValues =>
  // Each function of a field gives its value by `FormField`; a list of names and values loses which belongs to which.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({ login, email: login, ...Object.fromEntries(fieldNames.map((name) => [name, valueOf(name)])) }) as UserValues;

export const emptyUser: UserValues = valuesBy('', (name) => formFields[name].empty);

/** A user as the form holds him. */
export const valuesOf = (user: User): UserValues => valuesBy(user.login, (name) => formFields[name].shown(user));

export type Fields = Record<FieldName, unknown>;

/** The fields as they are sent, still to be read by the contract. */
export const fieldsOf = (values: UserValues): Fields =>
  // As in `valuesBy`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(fieldNames.map((name) => [name, sentOf(name, values)])) as Fields;

// A type parameter, so that the compiler knows that the function and the value are those of one field.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function sentOf<Name extends FieldName>(name: Name, values: { [One in FieldName]: ValueOf<One> }): unknown {
  const { sent }: FormField<ValueOf<Name>> = formFields[name];
  return sent(values[name]);
}

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
