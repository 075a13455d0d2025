import type { CompanyRole } from '@basics/contract/session/current-user.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { userColumns } from '#server/features/users/users.repository.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';

const memberColumns = [
  'users.id',
  'users.firstName',
  'users.lastName',
  'users.login',
  'users.companyRole',
  'users.status',
] as const;

/** Finds the members of a company, managers first, each with the number of PCs that use a seat, and whether the viewer may see them. */
export const findMembers = (db: Db, viewer: Viewer, { companyId, now }: { companyId: number; now: number }) =>
  db
    .selectFrom('users')
    .select(memberColumns)
    .select([
      sql<number>`(select count(*) from licenses where licenses.user_id = users.id and licenses.revoked_at is null
        and licenses.replaced_at is null and licenses.is_bridge = 0 and licenses.expires_at > ${now})`.as('pcs'),
      sql<number>`case when ${inScope(viewer, 'licences')} then 1 else 0 end`.as('isVisible'),
    ])
    .where('users.companyId', '=', companyId)
    .orderBy('users.companyRole')
    .orderBy('users.lastName')
    .orderBy('users.id')
    .execute();

/** Finds the managers of a company with these statuses, who have been users for the longest time first. */
export const findManagers = (db: Db, companyId: number, statuses: readonly ('active' | 'suspended')[] = ['active']) =>
  db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'login', 'status'])
    .where('companyId', '=', companyId)
    .where('companyRole', '=', 'manager')
    .where('status', 'in', statuses)
    .orderBy('id')
    .execute();

/** Finds the members who get an e-mail to all members. */
export const findRecipients = (db: Db, companyId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'brandId'])
    .where('companyId', '=', companyId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

/** Locks a user until the transaction ends, if the PCs and licences of the user are in the viewer's scope. */
export const lockMember = (trx: Trx, viewer: Viewer, userId: number) =>
  trx
    .selectFrom('users')
    .select(userColumns)
    .where('users.id', '=', userId)
    .where(inScope(viewer, 'licences'))
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks users in the viewer's scope until the transaction ends, in the order of their ids. */
export const lockPeople = (trx: Trx, viewer: Viewer, ids: readonly number[]) =>
  trx
    .selectFrom('users')
    .select(userColumns)
    .where('users.id', 'in', ids)
    .where(inScope(viewer))
    .orderBy('users.id')
    .forNoKeyUpdate()
    .execute();

/** `company` is the new label Company; without it, the label stays. */
type Membership = { companyId: number | null; companyRole: CompanyRole; company?: string };

export async function setMembership(trx: Trx, ids: readonly number[], membership: Membership): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...membership, version: sql<number>`version + 1` })
    .where('id', 'in', ids)
    .execute();
}

type HandOver = { companyId: number; from: number; to: number };

/**
 * Gives the PCs of a member, with all their licences and moves, to another member: those of the tools and brands of which the company has
 * seats. Otherwise a company could use a seat twice, by removing a member.
 */
export async function handOverPcs(trx: Trx, { companyId, from, to }: HandOver): Promise<number[]> {
  const ofCompany = sql<boolean>`exists (select 1 from company_grants as held inner join licenses on licenses.tool_id = held.tool_id
    and licenses.brand_id = held.brand_id where held.company_id = ${companyId} and licenses.machine_id = machines.id)`;
  const machines = await trx
    .updateTable('machines')
    .set({ userId: to })
    .where('userId', '=', from)
    .where(ofCompany)
    .returning('id')
    .execute();
  const ids = machines.map(({ id }) => id);
  if (ids.length === 0) return ids;
  // The new version refuses to undo an earlier act that made the receiver a member: the company would lose the PCs.
  await trx
    .updateTable('users')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', to)
    .execute();
  const isHandedOver = (column: string) =>
    sql<boolean>`${sql.ref(column)} in (select machines.id from machines where machines.user_id = ${to})`;
  await trx
    .updateTable('licenses')
    .set({ userId: to })
    .where('userId', '=', from)
    .where(isHandedOver('machineId'))
    .execute();
  await trx
    .updateTable('machineReleases')
    .set({ userId: to })
    .where('userId', '=', from)
    .where(isHandedOver('machineId'))
    .execute();
  await trx
    .updateTable('moves')
    .set({ userId: to })
    .where('userId', '=', from)
    .where(isHandedOver('toMachineId'))
    .execute();
  return ids;
}
