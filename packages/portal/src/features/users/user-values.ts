import type { User } from '@basics/contract/users.ts';
import { fieldNames, fieldTable } from './user-fields.tsx';
import type { FieldName, Fields, FieldValues, UserValues } from './user-fields.tsx';

/** Returns the form values of a new user. */
export const emptyUser: UserValues = {
  login: '',
  email: '',
  ...mapFields<FieldValues>((name) => fieldTable[name].empty),
};

/** Returns the form values of a user. */
export function toValues(user: User): UserValues {
  const valueOf = <Name extends FieldName>(name: Name) => fieldTable[name].toForm(user[name]);
  return { login: user.login, email: user.login, ...mapFields<FieldValues>(valueOf) };
}

/** Returns the fields in the body of a call, before the contract has checked them. */
export function toFields(values: FieldValues): Fields {
  const valueOf = <Name extends FieldName>(name: Name): Fields[Name] => fieldTable[name].toBody(values[name]);
  return mapFields<Fields>(valueOf);
}

function mapFields<Values extends Fields>(valueOf: <Name extends FieldName>(name: Name) => Values[Name]): Values {
  // The table has every field with the type of its value, but Object.fromEntries loses the names in its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(fieldNames.map((name) => [name, valueOf(name)])) as Values;
}

/** Returns the names of the fields that differ between two states of the form. */
export function findChangedFields(before: UserValues, after: UserValues): FieldName[] {
  const [valuesBefore, valuesAfter] = [toFields(before), toFields(after)];
  return fieldNames.filter((name) => JSON.stringify(valuesBefore[name]) !== JSON.stringify(valuesAfter[name]));
}

/** Returns the fields that differ; a field left out stays unchanged on the server. */
export function pickChanges(before: UserValues, after: UserValues): Partial<Fields> {
  const fields = toFields(after);
  return Object.fromEntries(findChangedFields(before, after).map((name) => [name, fields[name]]));
}

/** Whether there are unsaved changes. */
export const areDifferent = (before: UserValues, after: UserValues): boolean =>
  findChangedFields(before, after).length > 0 ||
  before.login !== after.login.trim() ||
  before.email !== after.email.trim();
