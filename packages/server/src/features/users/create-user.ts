import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { words } from '@basics/contract/words.ts';
import { foldLogin } from '#server/platform/login.ts';
import { issueOneTimeToken } from '#server/platform/one-time-tokens.ts';
import { invalid } from '#server/platform/problem.ts';
import { refusedFields } from './accept-fields.ts';
import { recordChange } from './acting.ts';
import type { Acting } from './acting.ts';
import { writeSearchText } from './search-text.ts';
import { findBrands, findTools } from './user-options.ts';
import { freeLogin, insertHistory, insertUser, replaceGrants } from './write-user.repository.ts';

type NewUser = Body<typeof users.create>;

/** Makes an account that its owner opens by the link in his mail; gives its id. INVALID where a field cannot be so. */
export function createUser(acting: Acting, body: NewUser): Promise<number> {
  const { database, queueLetter, actor, at } = acting;
  return database.transact(async (trx) => {
    const catalogue = { brands: await findBrands(trx), tools: await findTools(trx) };
    const refused = refusedFields({ wanted: body, granted: [], permissions: actor.permissions, catalogue });
    if (Object.keys(refused).length > 0) throw invalid(refused);
    const row = rowOf(body, actor.userId, at);
    await freeLogin(trx, row.login_fold);
    const id = await insertUser(trx, row);
    if (id === null) throw invalid({ login: words.loginTaken });
    await replaceGrants(trx, id, body.tools);
    await writeSearchText(trx, id, row);
    await insertHistory(trx, {
      user_id: id,
      at,
      actor_id: actor.userId,
      from_status: null,
      to_status: 'approved',
      reason: null,
    });
    const link = await issueOneTimeToken(trx, { purpose: 'activate', userId: id, now: at });
    const { email: _, ...after } = body;
    await recordChange(trx, acting, { action: 'user.create', userId: id, after: { ...after, status: 'approved' } });
    await queueLetter(trx, {
      kind: 'accountCreated',
      to: row.login,
      userId: id,
      brandId: body.brand,
      firstName: body.firstName,
      ...link,
    });
    return id;
  });
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
