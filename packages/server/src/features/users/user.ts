import type { User, UserStatus } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { continentOf } from '#server/platform/countries/countries.ts';
import { textsIn } from '#server/platform/json-column.ts';
import { findGrantsOf, findInvitations, findRequestedOf } from './users.repository.ts';
import type { UserRow } from './users.repository.ts';

export type UserTool = User['tools'][number];

/** The rows as the wire tells them: with their tools and, of those who were invited, the end of their link. */
export async function usersOf(db: Db, rows: readonly UserRow[]): Promise<User[]> {
  if (rows.length === 0) return [];
  const tools = await toolsOf(db, rows);
  const invitations = await findInvitations(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const ends = invitations.find(({ user_id }) => user_id === row.id)?.expires_at ?? null;
    return {
      ...userOf(row, tools.get(row.id) ?? []),
      ...(row.status === 'approved' && { invitedUntil: momentOf(ends) }),
    };
  });
}

/** One row as the wire tells it. */
export async function userWithTools(db: Db, row: UserRow): Promise<User> {
  const [user] = await usersOf(db, [row]);
  if (!user) throw new Error('a user that was given is not there');
  return user;
}

export const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Whom nobody has granted anything yet: his tools are those that he asked for. */
const asking: readonly string[] = ['unverified', 'pending', 'rejected', 'expired', 'withdrawn'];

async function toolsOf(db: Db, rows: readonly UserRow[]): Promise<Map<number, UserTool[]>> {
  const ids = rows.map(({ id }) => id);
  const granted = await findGrantsOf(db, ids);
  const requested = await findRequestedOf(db, ids);
  return new Map(
    rows.map(({ id, status }) => [
      id,
      asking.includes(status)
        ? requested.filter(({ user_id }) => user_id === id).map(requestedTool)
        : granted.filter(({ user_id }) => user_id === id).map(grantedTool),
    ]),
  );
}

const requestedTool = (row: { tool_id: string; brand_id: string }): UserTool => ({
  tool: row.tool_id,
  brand: row.brand_id,
  configTools: [],
  validFrom: null,
  validTo: null,
});

export const grantedTool = (row: Awaited<ReturnType<typeof findGrantsOf>>[number]): UserTool => ({
  tool: row.tool_id,
  brand: row.brand_id,
  configTools: textsIn(row.config_tools),
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

function userOf(row: UserRow, tools: UserTool[]): User {
  return {
    userId: row.id,
    login: row.login,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    company: row.company,
    profileID: row.profile_id,
    brand: row.brand_id,
    tools,
    country: row.country,
    continent: continentOf(row.country),
    language: row.language,
    canReceiveMail: row.can_receive_mail === 1,
    crmAccount: row.crm_account,
    userDomain: row.user_domain,
    status: shownStatus(row.status),
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

function shownStatus(status: UserRow['status']): UserStatus {
  if (status === 'deleted') throw new Error('a deleted user is shown to nobody');
  return status;
}
