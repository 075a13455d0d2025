import type { RowError } from '@basics/contract/imports.ts';
import { limits } from '@basics/contract/limits.ts';
import { findMessage } from '@basics/contract/problems.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Trx } from '#server/database/database.ts';
import { toAuditEntry } from '#server/features/users/acting.ts';
import type { UserChange } from '#server/features/users/acting.ts';
import { toCreationEntry, inviteNewUser, writeNewUsers } from '#server/features/users/create-user.ts';
import type { NewUser } from '#server/features/users/create-user.ts';
import { csvColumns } from '#server/features/users/csv-columns.ts';
import { removesAdministrator, writeChanges } from '#server/features/users/update-user.ts';
import { toUsers } from '#server/features/users/user.ts';
import { lockAdministrators, lockUsersByLogin } from '#server/features/users/write-user.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { CsvFile, CsvRow } from '#server/platform/csv/read-csv.ts';
import { problem } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findBrands, lockTools } from '../users/users.repository.ts';
import { planUser } from './plan-user.ts';
import type { ExistingUser, UserStep } from './plan-user.ts';
import { processInTurns, splitIntoChunks, planEach } from './plan.ts';
import type { DuplicateCheck, Plan } from './plan.ts';
import type { ImportKind } from './run-import.ts';

type UserImportContext = WriteContext & { queueLetter: QueueLetter; invite: boolean };

/** Users by their login: a new login creates an account, an existing one is changed where the file differs. Nobody is deleted. */
export function usersImport(importing: UserImportContext): ImportKind<UserStep> {
  return {
    name: 'users',
    form: {
      columns: csvColumns.map(({ name }) => name),
      required: ['login'],
      ignored: ['userId', 'status', 'continent', 'createdAt'],
      most: limits.import.rows.users,
    },
    options: { invite: importing.invite },
    plan: (db, file, earlierRowOf) => planUsers(db, importing, { file, earlierRowOf }),
    async apply(trx, steps) {
      const changes: UserChange[] = [];
      const bodies = steps.flatMap(({ body }) => body ?? []);
      for (const some of splitIntoChunks(bodies, usersPerBatch))
        changes.push(...(await createUsers(trx, importing, some)));
      const updates = steps.flatMap(({ update }) => update ?? []);
      await processInTurns(updates, async (update) => {
        changes.push(await writeChanges(trx, importing, update));
      });
      return changes.map((change) => toAuditEntry(importing, change));
    },
  };
}

async function planUsers(
  db: Db,
  { actor }: WriteContext,
  { file, earlierRowOf }: { file: CsvFile; earlierRowOf: DuplicateCheck },
): Promise<Plan<UserStep>> {
  const context = { actor, catalogue: { brands: await findBrands(db), tools: await lockTools(db) } };
  const existing = await findExistingUsers(db, file.rows);
  const { steps, errors } = await planEach<UserStep>(file.rows, (row) => {
    const login = readLogin(row);
    const earlierRow = login === '' ? undefined : earlierRowOf(login, row.row);
    if (earlierRow !== undefined)
      return [{ row: row.row, column: 'login', message: `Row ${earlierRow} has this login as well.` }];
    return planUser(context, { row, columns: file.columns, existing: existing.get(login) ?? null });
  });
  return { steps, errors: [...errors, ...(await findLastAdministratorRows(db, steps))] };
}

const readLogin = ({ cells }: CsvRow): string => foldLogin((cells.get('login') ?? '').trim());

/** The users who have one of the logins of a file. */
async function findExistingUsers(db: Db, rows: readonly CsvRow[]): Promise<Map<string, ExistingUser>> {
  const existing = new Map<string, ExistingUser>();
  for (const logins of splitIntoChunks(rows.map(readLogin).filter((login) => login !== ''))) {
    const found = await lockUsersByLogin(db, logins);
    const shown = await toUsers(db, found);
    for (const [at, row] of found.entries()) {
      const user = shown[at];
      if (user) existing.set(row.loginFold, { row, user });
    }
  }
  return existing;
}

/** The rows of a file that together would leave no active administrator. */
async function findLastAdministratorRows(db: Db, steps: readonly UserStep[]): Promise<RowError[]> {
  const leaving = steps.filter(({ update }) => update && removesAdministrator(update.row, update.changes));
  if (leaving.length === 0) return [];
  const administrators = await lockAdministrators(db);
  if (administrators.some((id) => !leaving.some(({ update }) => update?.row.id === id))) return [];
  return leaving.map(({ row }) => ({ row, column: 'profile', message: findMessage('LAST_ADMINISTRATOR') }));
}

/** New users per statement and per pause: their letters are written one by one. */
const usersPerBatch = 50;

async function createUsers(trx: Trx, importing: UserImportContext, bodies: readonly NewUser[]): Promise<UserChange[]> {
  const ids = await writeNewUsers(trx, importing, bodies);
  const changes: UserChange[] = [];
  for (const [at, body] of bodies.entries()) {
    const id = ids[at] ?? null;
    if (id === null) throw problem('STALE');
    changes.push(toCreationEntry(id, body));
    if (!importing.invite) continue;
    await inviteNewUser(trx, importing, id, body);
    // A letter takes some milliseconds, and requests can run between two.
    await nextTurn();
  }
  await nextTurn();
  return changes;
}
