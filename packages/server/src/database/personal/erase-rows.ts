import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../foundation.ts';
import type { ColumnRule } from './declaration.ts';
import { personalTables, type PersonalTable } from './rows-of-person.ts';

/**
 * Deletes and empties everything about a person, as `personalData` declares it, except for the values of audit entries
 * (platform/audit/erasure.ts). The row of the account is kept without personal data, because licences and history refer to its id, which is never
 * used again.
 */
export async function eraseRows(trx: Trx, personId: number, at: number): Promise<void> {
  await hashLicenses(trx, personId);
  await removeRows(trx, personId, personalTables);
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ erasedAt: at, version: eb('version', '+', 1) }))
    .where('id', '=', personId)
    .execute();
}

/** Deletes and empties the rows of these tables about a person, and what names the person in e-mails and messages to other people. */
export async function removeRows(trx: Trx, personId: number, tables: readonly PersonalTable[]): Promise<void> {
  await deleteLetters(trx, personId);
  await emptyRefusalMessages(trx, personId);
  for (const table of tables) {
    // The statements run one after the other, because a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop
    await (table.erasing === 'delete' ? deleteRows : emptyRows)(trx, table, personId);
  }
}

async function deleteRows(trx: Trx, { table, isAbout }: PersonalTable, personId: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${isAbout(personId)}`.execute(trx);
}

async function emptyRows(trx: Trx, { table, columns, isAbout }: PersonalTable, personId: number): Promise<void> {
  const changes = [...columns].flatMap(([name, rule]) =>
    rule.is === 'emptied' ? [sql`${sql.ref(name)} = ${erasedValueOf(rule, personId)}`] : [],
  );
  if (changes.length === 0) return;
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isAbout(personId)}`.execute(trx);
}

const erasedValueOf = ({ to }: Extract<ColumnRule, { is: 'emptied' }>, personId: number): unknown =>
  typeof to === 'function' ? to(personId) : to;

/**
 * Deletes the e-mails to the person and the e-mails that name the person, except for two kinds that are still sent: the rejection of the
 * person's request, and the person's answer to a customer. The job `mail.forget` deletes the e-mails of these two kinds.
 */
async function deleteLetters(trx: Trx, personId: number): Promise<void> {
  const lettersNamingPerson = trx
    .selectFrom('letterPeople')
    .select('letterPeople.letterId')
    .where('letterPeople.userId', '=', personId);
  const letterIds = trx
    .selectFrom('outbox')
    .select('outbox.id')
    .where((where) => {
      const isLetterFinished = where('state', 'in', ['sent', 'failed']);
      const isToPerson = where('userId', '=', personId).and(
        where.or([isLetterFinished, where('kind', '!=', 'requestRejected')]),
      );
      const isAboutPerson = where('id', 'in', lettersNamingPerson).and(
        where.or([isLetterFinished, where('kind', '!=', 'helpAnswered')]),
      );
      return where.or([isToPerson, isAboutPerson]);
    });
  // The licences of unsent e-mails are marked as not sent. Otherwise their owners could not send them again.
  const licensesInLetters = trx.selectFrom('outbox').select('licenseId').where('id', 'in', letterIds);
  const licensesInFiles = trx.selectFrom('letterFiles').select('licenseId').where('letterId', 'in', letterIds);
  await trx
    .updateTable('licenses')
    .set({ mailState: 'none' })
    .where('mailState', '=', 'queued')
    // One list of ids, because SQLite reads all licences for two lists that are joined by `or`.
    .where('id', 'in', licensesInLetters.union(licensesInFiles))
    .execute();
  await trx.deleteFrom('outbox').where('id', 'in', letterIds).execute();
}

/**
 * If a PC was removed, the message of a later refusal names who removed it. If the deleted person removed the PC, the message is deleted in
 * the help requests of the owner of the PC, and the e-mails about these help requests are deleted too. The problem code is kept. The help
 * requests of the person do not change: they stay in the bin with the person.
 */
async function emptyRefusalMessages(trx: Trx, personId: number): Promise<void> {
  const machineOwners = trx
    .selectFrom('machineReleases')
    .select('machineReleases.userId')
    .where('releasedBy', '=', personId)
    .where('userId', '!=', personId);
  await trx
    .updateTable('helpRequests')
    .set({ problemMessage: '' })
    .where('problemCode', '=', 'PC_DECLARED_GONE')
    .where('userId', 'in', machineOwners)
    .execute();
  const lettersAboutOwners = trx
    .selectFrom('letterPeople')
    .select('letterPeople.letterId')
    .where('letterPeople.userId', 'in', machineOwners);
  await trx.deleteFrom('outbox').where('kind', '=', 'helpAsked').where('id', 'in', lettersAboutOwners).execute();
}

/** Stores the hashes by which the licences of the person are recognised after their texts are deleted. */
async function hashLicenses(trx: Trx, personId: number): Promise<void> {
  const licenses = await trx
    .selectFrom('licenses')
    .select(['id', 'licenceCode', 'licenceFile'])
    .where('userId', '=', personId)
    .where('fileHash', 'is', null)
    .execute();
  for (const { id, licenceCode, licenceFile } of licenses)
    // The statements run one after the other, because a transaction has one connection.
    // oxlint-disable-next-line no-await-in-loop
    await trx
      .updateTable('licenses')
      .set({ codeHash: sha256(licenceCode), fileHash: sha256(licenceFile) })
      .where('id', '=', id)
      .execute();
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
