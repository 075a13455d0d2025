import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { invalid } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { refusedFields } from './accept-fields.ts';
import { recordChange } from './acting.ts';
import type { Acting, Change } from './acting.ts';
import { writeSearchTexts } from './user-search.repository.ts';
import { findBrands, holdTools } from './users.repository.ts';
import { freeLogins, insertGrants, insertHistory, insertUsers } from './write-user.repository.ts';

export type NewUser = Body<typeof users.create>;

/** Makes an account that its owner opens by the link in his mail; gives its id. INVALID where a field cannot be so. */
export function createUser(acting: Acting, body: NewUser): Promise<number> {
  const { database, actor } = acting;
  return database.transact(async (trx) => {
    const catalogue = { brands: await findBrands(trx), tools: await holdTools(trx) };
    const refused = refusedFields({ wanted: body, granted: [], permissions: actor.permissions, catalogue });
    if (Object.keys(refused).length > 0) throw invalid(refused);
    const [id = null] = await writeNewUsers(trx, acting, [body]);
    if (id === null) throw invalid({ login: words.loginTaken });
    await inviteNewUser(trx, acting, id, body);
    await recordChange(trx, acting, creationOf(id, body));
    return id;
  });
}

/** The rows of new accounts, whose fields have been accepted; their ids in this order, null where a login is taken. */
export async function writeNewUsers(
  trx: Trx,
  { actor, at }: Pick<Acting, 'actor' | 'at'>,
  bodies: readonly NewUser[],
): Promise<(number | null)[]> {
  const rows = bodies.map((body) => ({ body, row: rowOf(body, actor.userId, at) }));
  await freeLogins(trx, rows.map(({ row }) => row.login_fold)); // prettier-ignore
  const ids = await insertUsers(trx, rows.map(({ row }) => row)); // prettier-ignore
  const made = rows.flatMap(({ body, row }) => {
    const id = ids.get(row.login_fold);
    return id === undefined ? [] : [{ ...row, id, body }];
  });
  if (made.length > 0) {
    await insertGrants(trx, made.map(({ id, body }) => ({ userId: id, tools: body.tools }))); // prettier-ignore
    await writeSearchTexts(trx, made);
    const step = { at, actor_id: actor.userId, from_status: null, to_status: 'approved', reason: null } as const;
    await insertHistory(trx, ...made.map(({ id }) => ({ user_id: id, ...step })));
  }
  return rows.map(({ row }) => ids.get(row.login_fold) ?? null);
}

/** The letter with the link by which the owner opens his account. */
export async function inviteNewUser(trx: Trx, { queueLetter, at }: Acting, id: number, body: NewUser): Promise<void> {
  const link = await issueOneTimeToken(trx, { purpose: 'activate', userId: id, now: at });
  const { brand: brandId, firstName } = body;
  await queueLetter(trx, { kind: 'accountCreated', to: body.login.trim(), userId: id, brandId, firstName, ...link });
}

/** What goes on record of it. */
export function creationOf(id: number, body: NewUser): Change {
  const { email: _, ...fields } = body;
  return { action: 'user.create', userId: id, after: { ...fields, status: 'approved' } };
}

function rowOf(body: NewUser, createdBy: number, at: number) {
  const login = body.login.trim();
  return {
    login,
    login_fold: foldLogin(login),
    first_name: body.firstName,
    last_name: body.lastName,
    phone: body.phone,
    company: body.company,
    profile_id: body.profileID,
    brand_id: body.brand,
    country: body.country,
    language: body.language,
    can_receive_mail: body.canReceiveMail ? (1 as const) : (0 as const),
    crm_account: body.crmAccount,
    user_domain: domainOf(login),
    password_hash: null,
    status: 'approved' as const,
    preferences: '{}',
    created_by: createdBy,
    created_at: at,
    request_date: null,
    reason: null,
    comment: null,
    decided_by: createdBy,
    decided_at: at,
  };
}

/** What stands behind the @: whom a user belongs to, as far as his address tells. */
export const domainOf = (login: string): string => foldLogin(login).replace(/^.*@/, '');
