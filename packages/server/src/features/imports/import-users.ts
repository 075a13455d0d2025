import type { RowError } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { findMessage } from '@basics/contract/calls/problems.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Trx } from '#server/database/foundation.ts';
import { createUserAuditEntry, toUsers, type UserChange } from '#server/features/users/user.ts';
import { toCreationEntry, inviteNewUser, writeNewUsers } from '#server/features/users/write/create-user.ts';
import type { NewUser } from '#server/features/users/write/create-user.ts';
import { removesAdministrator, writeChanges } from '#server/features/users/write/update-user.ts';
import { findAssignmentsToEnd, lockAdministrators, lockUsersByLogin } from '#server/features/users/users.repository.ts';
import type { CsvFile, CsvRow } from '#server/platform/csv/read-csv.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { holdLetters } from '#server/mail/queue-letter.ts';
import { recordUndo, type UndoableAct, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { problem } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findBrands, lockTools } from '../users/users.repository.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { addMembership, createMembershipPlan, joinCompanies, type NewMember } from './import-memberships.ts';
import type { ReferencedCompany } from '#server/features/companies/companies.repository.ts';
import { findNumberNotes } from './import-accounts.ts';
import { planUser, type ExistingUser, type UserStep } from './plan-user.ts';
import { createImportFormat, processWithPauses, splitIntoChunks, planRows } from './plan.ts';
import type { DuplicateCheck, ImportPlan } from './plan.ts';
import type { ImportKind } from './run-import.ts';

type UserImportContext = UndoableContext & WriteContext & Pick<CallContext, 'queueLetter'> & { invite: boolean };

/**
 * Creates the import of users. A row with a new login creates an account; a row with an existing login changes that user. No user is
 * deleted.
 */
export function createUsersImport(context: UserImportContext): ImportKind<UserStep> {
  return {
    name: 'users',
    form: {
      ...createImportFormat('users'),
      maxRows: limits.import.rows.users,
    },
    options: { invite: context.invite },
    plan: (db, file, earlierRowOf) => planUsers(db, context, { file, earlierRowOf }),
    async apply(trx, steps) {
      const changes: UserChange[] = [];
      const undos: UndoableAct[] = [];
      const members: NewMember[] = [];
      const newUsers = steps.flatMap(({ body, company }) => (body ? { body, company } : []));
      for (const chunk of splitIntoChunks(newUsers, usersPerBatch))
        changes.push(...(await createUsers(trx, context, { newUsers: chunk, undos, members })));
      await processWithPauses(steps, async ({ update, existing, company }) => {
        if (!existing) return;
        const { id, version } = existing;
        const endsTerritory = existing.profileId === 2 && update?.changes.profileID !== undefined;
        const assignments = endsTerritory ? await findAssignmentsToEnd(trx, id) : [];
        const [change, ...endedAbsences] = update ? await writeChanges(trx, context, update) : [];
        if (change) changes.push(change, ...endedAbsences);
        if (company) members.push({ userId: id, company });
        undos.push({
          kind: 'fields',
          userId: id,
          payload: {
            version: version + (change ? 1 : 0) + (company ? 1 : 0),
            ...change?.before,
            ...(assignments.length > 0 && { assignments }),
            ...(company && { company: existing.company, joined: { companyId: company.id, at: context.at } }),
          },
        });
      });
      await joinCompanies(trx, context, members);
      await recordUndo(trx, context, ...undos);
      return changes.map((change) => createUserAuditEntry(context, change));
    },
  };
}

async function planUsers(
  db: Db,
  { actor }: WriteContext,
  { file, earlierRowOf }: { file: CsvFile; earlierRowOf: DuplicateCheck },
): Promise<ImportPlan<UserStep>> {
  const context = { actor, catalogue: { brands: await findBrands(db), tools: await lockTools(db) } };
  const existingUsers = await findExistingUsers(db, file.rows);
  const findCompany = await createMembershipPlan(db, file.rows, existingUsers.values());
  const { steps, errors } = await planRows<UserStep>(file.rows, (row) => {
    const login = readLogin(row);
    const earlierRow = login === '' ? undefined : earlierRowOf(login, row.row);
    if (earlierRow !== undefined)
      return [{ row: row.row, column: 'login', message: serverTexts().importFaults.sameLogin(earlierRow) }];
    const existing = existingUsers.get(login) ?? null;
    const company = findCompany(row, existing);
    if (company !== null && 'error' in company) return [company.error];
    if (company === null) return planUser(context, { row, columns: file.columns, existing });
    // The label of a member is the name of the company.
    const cells = new Map([...row.cells, ['company', company.name]]);
    const step = planUser(context, { row: { ...row, cells }, columns: [...file.columns, 'company'], existing });
    return Array.isArray(step) ? step : addMembership(step, company);
  });
  return {
    steps,
    errors: [...errors, ...(await findLastAdministratorErrors(db, steps))],
    notes: await findNumberNotes(
      db,
      steps.flatMap(({ row, body, update }) => {
        const number = body?.crmAccount ?? update?.changes.crmAccount ?? '';
        return number === '' ? [] : [{ row, column: 'crmAccount', number }];
      }),
    ),
  };
}

const readLogin = ({ cells }: CsvRow): string => foldLogin((cells.get('login') ?? '').trim());

async function findExistingUsers(db: Db, rows: readonly CsvRow[]): Promise<Map<string, ExistingUser>> {
  const existingUsers = new Map<string, ExistingUser>();
  for (const logins of splitIntoChunks(rows.map(readLogin).filter((login) => login !== ''))) {
    const lockedUsers = await lockUsersByLogin(db, logins);
    const users = await toUsers(db, lockedUsers);
    for (const [index, row] of lockedUsers.entries()) {
      const user = users[index];
      if (user) existingUsers.set(row.loginFold, { row, user });
    }
  }
  return existingUsers;
}

/** Returns an error for each row that removes an administrator, if the file would leave no active administrator. */
async function findLastAdministratorErrors(db: Db, steps: readonly UserStep[]): Promise<RowError[]> {
  const removals = steps.filter(({ update }) => update && removesAdministrator(update.row, update.changes));
  if (removals.length === 0) return [];
  const administrators = await lockAdministrators(db);
  if (administrators.some((id) => !removals.some(({ update }) => update?.row.id === id))) return [];
  return removals.map(({ row }) => ({ row, column: 'profile', message: findMessage('LAST_ADMINISTRATOR') }));
}

/** The number of new users that one statement creates. After each batch of new users, other requests are handled. */
const usersPerBatch = 50;

type NewUsers = {
  newUsers: readonly { body: NewUser; company: ReferencedCompany | null }[];
  undos: UndoableAct[];
  members: NewMember[];
};

async function createUsers(trx: Trx, context: UserImportContext, input: NewUsers): Promise<UserChange[]> {
  const { newUsers, undos, members } = input;
  const ids = await writeNewUsers(trx, context, newUsers.map(({ body }) => body)); // oxfmt-ignore
  const changes: UserChange[] = [];
  for (const [index, { body, company }] of newUsers.entries()) {
    const id = ids[index] ?? null;
    if (id === null) throw problem('STALE');
    changes.push(toCreationEntry(id, body));
    const { letterIds, holdLetter: queueLetter } = holdLetters(context);
    if (company) members.push({ userId: id, company });
    undos.push({ kind: 'creation', userId: id, payload: { version: company ? 2 : 1 }, letterIds });
    if (!context.invite) continue;
    await inviteNewUser(trx, { ...context, queueLetter }, id, body);
    // Writing an e-mail takes some milliseconds, so other requests are handled after each e-mail.
    await nextTurn();
  }
  await nextTurn();
  return changes;
}
