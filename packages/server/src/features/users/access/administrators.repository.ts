import type { Db, Trx } from '#server/database/foundation.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { writeSearchText } from '../list/search-users.repository.ts';

/**
 * The login of the first administrator until this person chooses a login. The login is not an e-mail address, so no
 * other account can have it.
 */
export const firstAdministratorLogin = 'administrator';

/** Returns whether the account is that of the first administrator, who has not set it up yet. */
export const isFirstAdministratorUnset = ({ login }: { login: string }): boolean => login === firstAdministratorLogin;

/**
 * Creates the first account of an installation, with grants for every tool and brand. The account has no password: its owner sets name,
 * address and password with the link that the server prints when it starts.
 */
export async function insertFirstAdministrator(trx: Trx, at: number): Promise<void> {
  const login = firstAdministratorLogin;
  const owner = { login, loginFold: login, firstName: 'Portal', lastName: 'Administrator', userDomain: null };
  const id = await insertAdministrator(trx, owner, at);
  await writeSearchText(trx, id, { ...owner, company: '', phone: '', crmAccount: null });
  await recordAudit(trx, { at, actorId: null, requestId: null, action: 'user.create', subject: { kind: 'user', id } });
}

/** Inserts an administrator without a password, with grants for every tool and brand; returns the id. */
export async function insertAdministrator(
  trx: Trx,
  owner: Omit<Owner, 'userDomain'> & { userDomain: string | null },
  at: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values({
      ...owner,
      phone: '',
      company: '',
      profileId: 1,
      brandId: null,
      country: null,
      language: 'en',
      canReceiveMail: 1,
      crmAccount: null,
      passwordHash: null,
      status: 'approved',
      preferences: '{}',
      createdBy: null,
      createdAt: at,
      requestDate: null,
      reason: null,
      comment: null,
      decidedBy: null,
      decidedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const brands = await trx.selectFrom('brands').select('id').execute();
  const tools = await trx.selectFrom('tools').select(['id', 'code', 'parentToolId']).execute();
  const grants = tools
    .filter(({ code }) => code !== null)
    .flatMap((tool) => {
      const addOns = tools.filter(({ parentToolId: parent }) => parent === tool.id).map((addOn) => addOn.id);
      return brands.map((brand) => ({
        userId: id,
        toolId: tool.id,
        brandId: brand.id,
        configTools: JSON.stringify(addOns),
        validFrom: null,
        validTo: null,
      }));
    });
  await trx.insertInto('toolGrants').values(grants).execute();
  return id;
}

/** Finds the id of the first administrator, or null after the account has been set up. */
export async function findUnsetAdministrator(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('loginFold', '=', firstAdministratorLogin)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  return row?.id ?? null;
}

type Owner = { login: string; loginFold: string; firstName: string; lastName: string; userDomain: string };

export async function nameFirstAdministrator(trx: Trx, id: number, owner: Owner): Promise<void> {
  await trx.updateTable('users').set(owner).where('id', '=', id).execute();
}

/** Finds the active administrators, as the recipients of an e-mail. */
export async function findAdministrators(db: Db) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'login', 'brandId', 'firstName'])
    .where('profileId', '=', 1)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.map(({ id, login, brandId, firstName }) => ({ to: login, userId: id, brandId, firstName }));
}
