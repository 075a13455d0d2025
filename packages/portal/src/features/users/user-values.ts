import type { User } from '@basics/contract/users/users.ts';
import { fieldNames, fieldTable } from './user-fields.tsx';
import type { FieldName, BodyFields, FieldValues, UserValues } from './user-fields.tsx';

/** The form values of a new user. */
export const emptyUserValues: UserValues = {
  login: '',
  email: '',
  ...mapFields<FieldValues>((name) => fieldTable[name].empty),
};

/** Returns the form values of a user. */
export function toFormValues(user: User): UserValues {
  const readValue = <Name extends FieldName>(name: Name) => fieldTable[name].toForm(user[name]);
  return { login: user.login, email: user.login, ...mapFields<FieldValues>(readValue) };
}

/** Returns the fields for the body of a call. The API contract has not validated them yet. */
export function toBodyFields(values: FieldValues): BodyFields {
  const readValue = <Name extends FieldName>(name: Name): BodyFields[Name] => fieldTable[name].toBody(values[name]);
  return mapFields<BodyFields>(readValue);
}

function mapFields<Values extends BodyFields>(readValue: <Name extends FieldName>(name: Name) => Values[Name]): Values {
  // The table has every field with the type of its value, but Object.fromEntries loses the names in its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(fieldNames.map((name) => [name, readValue(name)])) as Values;
}

/** Returns the names of the fields that differ between two states of the form. */
export function findChangedFields(before: UserValues, after: UserValues): FieldName[] {
  const [valuesBefore, valuesAfter] = [toBodyFields(before), toBodyFields(after)];
  return fieldNames.filter((name) => JSON.stringify(valuesBefore[name]) !== JSON.stringify(valuesAfter[name]));
}

/** Returns the fields whose values differ. The server does not change a field that the body leaves out. */
export function pickChanges(before: UserValues, after: UserValues): Partial<BodyFields> {
  const fields = toBodyFields(after);
  return Object.fromEntries(findChangedFields(before, after).map((name) => [name, fields[name]]));
}

/** Whether any field, or the login or its repetition, differs between two states of the form. */
export const hasChangedValues = (before: UserValues, after: UserValues): boolean =>
  findChangedFields(before, after).length > 0 ||
  before.login !== after.login.trim() ||
  before.email !== after.email.trim();
