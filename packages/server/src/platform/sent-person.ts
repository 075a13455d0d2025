import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { invalid } from './problem.ts';

/**
 * Returns the id of the person that a body names in one of two fields, such as `salesmanId` and `salesman`; undefined if the body names
 * nobody. A record that a client sends back has the current person in one field, and may have a new person in the other. Throws INVALID for
 * two different new persons.
 */
export function findSentPerson(
  fields: Readonly<Record<string, number | undefined>>,
  currentId?: number,
): number | undefined {
  const sentIds = Object.values(fields).filter((id) => id !== undefined);
  const newIds = new Set(sentIds.filter((id) => id !== currentId));
  if (newIds.size > 1)
    throw invalid(Object.fromEntries(Object.keys(fields).map((name) => [name, fieldMessages.twoPeople])));
  return [...newIds, ...sentIds][0];
}
