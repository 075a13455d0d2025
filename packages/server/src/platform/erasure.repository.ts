import type { Trx } from '#server/database/database.ts';
import { foldText } from './search/search-text.ts';
import { exportActions } from './csv/start-export.ts';
import { parseObject } from './json-column.ts';

/** The audit entries of exports whose keyword names the person: staff export the licences of one customer, for example. */
export async function findExportsNaming(trx: Trx, personId: number): Promise<number[]> {
  const names = await findNames(trx, personId);
  const exports = await trx
    .selectFrom('audit')
    .innerJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .select(['audit.id', 'auditValues.after'])
    .where('audit.action', 'in', exportActions)
    .where('auditValues.after', 'like', '%"keyword"%')
    .execute();
  return exports.filter(({ after }) => after !== null && isNamedIn(after, names)).map(({ id }) => id);
}

/** Everything by which staff search for a person, folded as keywords are. */
async function findNames(trx: Trx, personId: number): Promise<string[]> {
  const people = await trx
    .selectFrom('users')
    .select(['login', 'firstName', 'lastName', 'phone'])
    .where('id', '=', personId)
    .execute();
  const machines = await trx.selectFrom('machines').select('name').where('userId', '=', personId).execute();
  const names = [...people.flatMap((person) => Object.values(person)), ...machines.map(({ name }) => name)];
  return names.map(foldText).filter((name) => name !== '');
}

/** A word of the keyword is one of the names, or a part of 5 letters or more: staff often type the first letters. */
function isNamedIn(after: string, names: readonly string[]): boolean {
  const { keyword } = parseObject(after);
  if (typeof keyword !== 'string') return false;
  const words = foldText(keyword).split(/\s+/);
  return words.some((word) => names.some((name) => name === word || (word.length >= 5 && name.includes(word))));
}
