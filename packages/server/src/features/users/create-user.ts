import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { invalid } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { findRefusedFields } from './accept-fields.ts';
import { recordChange } from './acting.ts';
import type { UserChangeContext, UserChange } from './acting.ts';
import { writeSearchTexts } from './user-search.repository.ts';
import { findBrands, lockTools } from './users.repository.ts';
import { toColumns } from './user-fields.ts';
import { freeLogins, insertGrants, insertHistory, insertUsers } from './write-user.repository.ts';

export type NewUser = Body<typeof users.create>;

/** Creates an account that its owner activates by the link in the letter; returns its id. Throws INVALID with the wrong fields. */
export function createUser(acting: UserChangeContext, body: NewUser): Promise<number> {
  const { database, actor } = acting;
  return database.transact(async (trx) => {
    const catalogue = { brands: await findBrands(trx), tools: await lockTools(trx) };
    const refused = findRefusedFields({ wanted: body, granted: [], permissions: actor.permissions, catalogue });
    if (Object.keys(refused).length > 0) throw invalid(refused);
    const [id = null] = await writeNewUsers(trx, acting, [body]);
    if (id === null) throw invalid({ login: words.loginTaken });
    await inviteNewUser(trx, acting, id, body);
    await recordChange(trx, acting, toCreationEntry(id, body));
    return id;
  });
}

/** Inserts the rows of new accounts with validated fields; returns their ids in this order, null for a login in use. */
export async function writeNewUsers(
  trx: Trx,
  { actor, at }: Pick<UserChangeContext, 'actor' | 'at'>,
  bodies: readonly NewUser[],
): Promise<(number | null)[]> {
  const rows = bodies.map((body) => ({ body, row: toRow(body, actor.userId, at) }));
  await freeLogins(trx, rows.map(({ row }) => row.loginFold)); // prettier-ignore
  const ids = await insertUsers(trx, rows.map(({ row }) => row)); // prettier-ignore
  const made = rows.flatMap(({ body, row }) => {
    const id = ids.get(row.loginFold);
    return id === undefined ? [] : [{ ...row, id, body }];
  });
  if (made.length > 0) {
    await insertGrants(trx, made.map(({ id, body }) => ({ userId: id, tools: body.tools }))); // prettier-ignore
    await writeSearchTexts(trx, made);
    const step = { at, actorId: actor.userId, fromStatus: null, toStatus: 'approved', reason: null } as const;
    await insertHistory(trx, ...made.map(({ id }) => ({ userId: id, ...step })));
  }
  return rows.map(({ row }) => ids.get(row.loginFold) ?? null);
}

/** The letter with the link by which the owner activates the account. */
export async function inviteNewUser(
  trx: Trx,
  { queueLetter, at }: UserChangeContext,
  id: number,
  body: NewUser,
): Promise<void> {
  const link = await issueOneTimeToken(trx, { purpose: 'activate', userId: id, now: at });
  const { brand: brandId, firstName } = body;
  await queueLetter(trx, { kind: 'accountCreated', to: body.login.trim(), userId: id, brandId, firstName, ...link });
}

/** The audit entry of the new account. */
export function toCreationEntry(id: number, body: NewUser): UserChange {
  const { email: _, ...fields } = body;
  return { action: 'user.create', userId: id, after: { ...fields, status: 'approved' } };
}

function toRow(body: NewUser, createdBy: number, at: number) {
  const login = body.login.trim();
  return {
    login,
    loginFold: foldLogin(login),
    ...toColumns(body),
    userDomain: readDomain(login),
    passwordHash: null,
    status: 'approved' as const,
    preferences: '{}',
    createdBy,
    createdAt: at,
    requestDate: null,
    reason: null,
    comment: null,
    decidedBy: createdBy,
    decidedAt: at,
  };
}

/** The domain of the address, which shows the user's company. */
export const readDomain = (login: string): string => foldLogin(login).replace(/^.*@/, '');
