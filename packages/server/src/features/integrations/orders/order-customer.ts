import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { orders } from '@basics/contract/integrations/orders.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import {
  findCompanyByRef,
  lockCompanyInScope,
  type CompanyRow,
} from '#server/features/companies/companies.repository.ts';
import { lockOrRefuse } from '#server/features/companies/company.ts';
import { insertAndSend, requireActive } from '#server/features/companies/invitations.ts';
import { mayNameManager } from '#server/features/companies/members.ts';
import { insertAndRecord } from '#server/features/companies/write-company.ts';
import { isInScope, keepInMachineScope } from '#server/features/users/scope.repository.ts';
import { recordUserChange, requireStatus, type UserChangeContext } from '#server/features/users/user.ts';
import {
  findBrands,
  findLoginHolder,
  lockTools,
  lockUserInScope,
  type LockedUser,
} from '#server/features/users/users.repository.ts';
import { findRefusedFields, type Catalogue } from '#server/features/users/write/accept-fields.ts';
import {
  findLoginRefusal,
  inviteNewUser,
  toCreationEntry,
  writeNewUsers,
  type NewUser,
} from '#server/features/users/write/create-user.ts';
import { isCountry } from '#server/platform/countries/countries.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { GrantOwner } from './orders.repository.ts';

export type OrderContext = UserChangeContext & Pick<CallContext, 'randomBytes'>;
type OrderBody = Body<typeof orders.put>;

/** Who has the PCs of an order, and what the order has done for it. */
export type OpenedOrder = { userId: number; owner: GrantOwner; created: boolean; invited: boolean };

/**
 * Finds or creates the customer and the company of a new order, and invites the customer to the account and to the company. PCs of a member go
 * to the company, also if the order does not name it, because the grant of the company counts first. Throws INVALID, REQUEST_OPEN,
 * NOT_A_CUSTOMER, OTHER_COMPANY, COMPANY_SUSPENDED, KEY_SCOPE.
 */
export async function openOrder(trx: Trx, context: OrderContext, body: OrderBody): Promise<OpenedOrder> {
  const { customer, created } = await findOrCreateCustomer(trx, context, body);
  const opened = { userId: customer.id, created };
  const company = await findOrCreateCompany(trx, context, { customer, company: body.company });
  if (!company) return { ...opened, owner: { userId: customer.id, companyId: null }, invited: created };
  requireActive(company);
  const owner: GrantOwner = { userId: null, companyId: company.id };
  if (customer.companyId === company.id) return { ...opened, owner, invited: created };
  if (customer.companyId !== null) throw problem('OTHER_COMPANY');
  const role = (await mayNameManager(trx, company.id, context.actor.userId)) ? 'manager' : 'member';
  await insertAndSend(trx, context, { company, login: customer.login, role });
  return { ...opened, owner, invited: true };
}

/** Throws INVALID if an account out of the actor's scope has the login. The administrators get an e-mail, once a day. */
export async function requireLoginInReach(context: OrderContext, login: string): Promise<void> {
  const { database, actor } = context;
  const holder = await findLoginHolder(database.kysely, foldLogin(login));
  if (holder && !(await isInScope(database.kysely, actor, holder.id)))
    throw invalid({ 'customer.login': await findLoginRefusal(context, login) });
}

/** Returns a message for each tool, brand, add-on and country that the portal does not know. */
export function findUnknownValues({ customer, company, lines }: OrderBody, { brands, tools }: Catalogue) {
  const faults = lines.flatMap(({ tool, brand, addOns }, index) => {
    const isTool = tools.some(({ id, parent }) => id === tool && parent === null);
    const areAddOns =
      new Set(addOns).size === addOns.length &&
      addOns.every((addOn) => tools.some(({ id, parent }) => id === addOn && parent === tool));
    return [
      ...(isTool ? [] : [[`lines.${index}.tool`, serverMessages.unknownTool]]),
      ...(brands.some(({ id }) => id === brand) ? [] : [[`lines.${index}.brand`, serverMessages.unknownBrand]]),
      ...(isTool && !areAddOns ? [[`lines.${index}.addOns`, serverMessages.unknownAddOn]] : []),
    ];
  });
  return {
    ...Object.fromEntries(faults),
    ...(isUnknownCountry(customer.country) && { 'customer.country': serverMessages.unknownCountry }),
    ...(isUnknownCountry(company?.country) && { 'company.country': serverMessages.unknownCountry }),
  };
}

const isUnknownCountry = (country: string | null | undefined): boolean => country != null && !isCountry(country);

export const readCatalogue = async (trx: Db): Promise<Catalogue> => ({
  brands: await findBrands(trx),
  tools: await lockTools(trx),
});

type FoundCustomer = { customer: LockedUser; created: boolean };

async function findOrCreateCustomer(trx: Trx, context: OrderContext, body: OrderBody): Promise<FoundCustomer> {
  const { actor } = context;
  const loginFold = foldLogin(body.customer.login);
  const holder = await findLoginHolder(trx, loginFold);
  const createdId = holder ? null : await createCustomer(trx, context, body);
  // Another request can have created the account at the same time.
  const userId = holder?.id ?? createdId ?? (await findLoginHolder(trx, loginFold))?.id;
  if (userId === undefined) throw invalid({ 'customer.login': serverMessages.loginUnconfirmed });
  const customer = await lockUserInScope(trx, actor, userId);
  if (!customer) throw invalid({ 'customer.login': serverMessages.loginTaken });
  requireStatus('change', customer.status);
  if (isStaffProfile(customer.profileId)) throw problem('NOT_A_CUSTOMER');
  return { customer, created: createdId !== null };
}

/** Creates and invites the customer of an order. Returns null if the login is in use. */
async function createCustomer(
  trx: Trx,
  context: OrderContext,
  { customer, company, lines }: OrderBody,
): Promise<number | null> {
  const body: NewUser = {
    ...customer,
    company: customer.company.trim() || (company?.name.trim() ?? ''),
    brand: lines[0]?.brand ?? '',
    tools: [],
  };
  const { profileID } = findRefusedFields({
    fields: { profileID: customer.profileID },
    currentTools: [],
    permissions: context.actor.permissions,
    catalogue: { brands: [], tools: [] },
  });
  if (profileID !== undefined) throw invalid({ 'customer.profileID': profileID });
  const [userId = null] = await writeNewUsers(trx, context, [body]);
  if (userId === null) return null;
  await keepInMachineScope(trx, context.actor, userId);
  await inviteNewUser(trx, context, userId, body);
  await recordUserChange(trx, context, toCreationEntry(userId, body));
  return userId;
}

type SentCompany = { customer: LockedUser; company: OrderBody['company'] };

/** Locks the company that an order names, or else the company of the customer; null if there is none. */
async function findOrCreateCompany(
  trx: Trx,
  context: OrderContext,
  { customer, company }: SentCompany,
): Promise<CompanyRow | null> {
  const { actor } = context;
  if (!company) return customer.companyId === null ? null : lockOrRefuse(trx, actor, customer.companyId);
  const found = await findCompanyByRef(trx, company.externalRef.trim());
  const id = found?.id ?? (await insertAndRecord(trx, context, company));
  const row = await lockCompanyInScope(trx, actor, id);
  if (row) return row;
  throw found ? invalid({ 'company.externalRef': serverMessages.externalRefOutOfReach }) : problem('KEY_SCOPE');
}
