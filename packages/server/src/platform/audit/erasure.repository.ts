import type { Trx } from '#server/database/foundation.ts';
import { foldText } from '../search/search-text.ts';
import { exportActions } from '../csv/start-export.ts';
import { parseObject } from '#server/database/columns.ts';
import { parseRowsAside, putRowsAside, type RowsAside } from '#server/database/personal/bin-rows.ts';
import { eraseRows } from '#server/database/personal/erase-rows.ts';
import { deleteAuditValues } from './audit.repository.ts';

/**
 * Finds the audit entries of exports whose keyword contains a name of the person, for example if staff exported the
 * licences of one customer.
 */
export async function findExportsNaming(trx: Trx, personId: number): Promise<number[]> {
  const searchNames = await findSearchTexts(trx, personId);
  const exports = await trx
    .selectFrom('audit')
    .innerJoin('auditValues', 'auditValues.auditId', 'audit.id')
    .select(['audit.id', 'auditValues.after'])
    .where('audit.action', 'in', exportActions)
    .where('auditValues.after', 'like', '%"keyword"%')
    .execute();
  return exports
    .filter(({ after: searchJson }) => searchJson !== null && containsName(searchJson, searchNames))
    .map(({ id }) => id);
}

/** Finds the names, the login and other texts by which staff search for a person, normalised like keywords. */
async function findSearchTexts(trx: Trx, personId: number): Promise<string[]> {
  const account = await trx
    .selectFrom('users')
    .select(['login', 'firstName', 'lastName', 'phone'])
    .where('id', '=', personId)
    .executeTakeFirst();
  // The values of a person in the bin were put aside.
  const bin = await trx.selectFrom('deletedUsers').select('account').where('userId', '=', personId).executeTakeFirst();
  const [aside] = parseRowsAside(bin?.account ?? null).users ?? [];
  const machines = await trx.selectFrom('machines').select('name').where('userId', '=', personId).execute();
  const { login, firstName, lastName, phone } = { ...account, ...aside };
  return [login, firstName, lastName, phone, ...machines.map(({ name }) => name)]
    .map((text) => foldText(text ?? ''))
    .filter((text) => text !== '');
}

/**
 * Returns whether a word of the keyword is one of the names, or has at least 5 characters and is a part of a name,
 * because staff often type only the beginning of a name.
 */
function containsName(searchJson: string, searchNames: readonly string[]): boolean {
  const { keyword } = parseObject(searchJson);
  if (typeof keyword !== 'string') return false;
  const searchWords = foldText(keyword).split(/\s+/);
  return searchWords.some((word) =>
    searchNames.some((name) => name === word || (word.length >= 5 && name.includes(word))),
  );
}

/**
 * Erases all personal data of an account, which then has the status `deleted`. Personal data are what `personalData` declares, the values
 * of audit entries about the person, and the search words of audit entries about exports if they name the person. Returns the ids of the
 * audit entries whose values were deleted. The caller must write them into the audit entry of the deletion, otherwise the verification of
 * the audit log fails: nobody can delete values from the audit log without a trace.
 */
export async function erasePerson(
  trx: Trx,
  personId: number,
  at: number,
): Promise<{ removedValues: readonly number[] }> {
  const exportIds = await findExportsNaming(trx, personId);
  await eraseRows(trx, personId, at);
  return { removedValues: await deleteAuditValues(trx, { personId, auditIds: exportIds }) };
}

/**
 * Moves the personal data of an account to the bin: what cannot be restored is erased, and the values that other accounts may need are put
 * aside. The values of audit entries about the person stay and are not shown; the search words of exports that name the person are deleted.
 */
export async function putPersonAside(
  trx: Trx,
  personId: number,
): Promise<{ aside: RowsAside; removedValues: readonly number[] }> {
  const exportIds = await findExportsNaming(trx, personId);
  const aside = await putRowsAside(trx, personId);
  return { aside, removedValues: await deleteAuditValues(trx, { personId: null, auditIds: exportIds }) };
}
