import type { Body } from '@basics/contract/endpoint.ts';
import type { Letter, mail } from '@basics/contract/mail.ts';
import type { Db } from '#server/database/database.ts';
import { createCsvName, createCsvTable, mapBatches } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { toLetter } from './letter-of.ts';
import { selectMatchingLetters, readLetters } from './mail.repository.ts';

const columns = {
  mailId: (letter) => letter.mailId,
  createdAt: (letter) => letter.createdAt,
  to: (letter) => letter.to,
  subject: (letter) => letter.subject,
  kind: (letter) => letter.kind,
  brand: (letter) => letter.brand,
  state: (letter) => letter.state,
  attempts: (letter) => letter.attempts,
  sentAt: (letter) => letter.sentAt,
  nextAttemptAt: (letter) => letter.nextAttemptAt,
  error: (letter) => letter.error,
} satisfies Columns<Letter>;

/**
 * Returns the e-mails of the outbox that match a search, as the table of an export. The table does not contain the
 * texts of the e-mails.
 */
export function createLettersExport(db: Db, query: Body<typeof mail.export>, at: number): CsvTable {
  const { matchingRows, order } = selectMatchingLetters(db, query);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readLetters(db, ids));
  return createCsvTable(
    createCsvName('mail', at),
    columns,
    mapBatches(rows, (batch) => batch.map(toLetter)),
  );
}
