import type { Trx } from '../database/foundation.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { days } from '#server/platform/clock/clock.ts';
import { agentProfile } from '@basics/contract/calls/permissions.ts';
import { changeAgent, findAgents, insertAgent } from '#server/features/companies/agents/agents.repository.ts';
import { insertCompany } from '#server/features/companies/companies.repository.ts';
import { setMembership } from '#server/features/companies/members.repository.ts';
import { storeCompanyGrant } from '#server/features/companies/company-grants.repository.ts';
import type { LicenseKey } from '#server/features/licenses/license-key.ts';
import type { DemoLicense } from './license-histories.ts';
import { issueDemoLicenses } from './licenses.ts';
import { accounts } from './people/accounts.ts';
import { findId, type IdsByLogin, type Person } from './people/people.ts';
import type { RandomNumbers } from './random-numbers.ts';

type CompaniesContext = {
  ids: IdsByLogin;
  random: RandomNumbers;
  now: number;
  key: LicenseKey | null;
  administratorId: number;
};

/** The first company has bought 40 PCs and uses 37; the others have bought a few. */
const boughtPcs = [40, 12, 8, 6, 5, 4];
const usedPcs = 37;
/** The PCs bought of the agent, which the agent moves to its customers. */
const agentStock = 25;

/** Creates the companies of the demo from the customers with the most colleagues; the first colleague is the manager. */
export async function fillCompanies(trx: Trx, customers: readonly Person[], context: CompaniesContext): Promise<void> {
  const groups = [...Map.groupBy(customers, ({ company, country }) => `${company} ${country}`).values()]
    .filter((people) => people.length > 1)
    .toSorted(
      (one, other) => other.length - one.length || (one[0]?.company ?? '').localeCompare(other[0]?.company ?? ''),
    );
  const created: DemoCompany[] = [];
  for (const [index, pcs] of boughtPcs.entries()) {
    const people = groups[index] ?? [];
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    const company = await createDemoCompany(trx, people, { ...context, pcs, index });
    if (!company) continue;
    created.push(company);
    if (index === 0) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await issuePcs(trx, company.memberIds, context);
    }
  }
  await createDemoAgent(trx, created, context);
}

/** The agent of the demo sells its stock of PCs to two of the companies. */
async function createDemoAgent(trx: Trx, created: readonly DemoCompany[], context: CompaniesContext): Promise<void> {
  const agentIndex = boughtPcs.length;
  const people = accounts.filter(({ profileId }) => profileId === agentProfile);
  const agent = await createDemoCompany(trx, people, { ...context, pcs: agentStock, index: agentIndex });
  if (!agent) return;
  const acceptedAt = context.now - days(90);
  for (const { companyId } of created.filter(({ brand }) => brand === agent.brand).slice(0, 2)) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    await insertAgent(trx, { agentId: agent.companyId, customerId: companyId, at: acceptedAt - days(1) });
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const { id } of await findAgents(trx, companyId)) await changeAgent(trx, id, { acceptedAt });
  }
}

type DemoCompany = { companyId: number; brand: string; memberIds: readonly number[] };

async function createDemoCompany(
  trx: Trx,
  people: readonly Person[],
  { ids, random, now, administratorId, pcs, index }: CompaniesContext & { pcs: number; index: number },
): Promise<DemoCompany | null> {
  const [first] = people;
  if (!first) return null;
  const brand = first.brand ?? 'blue';
  const createdAt = now - days(400 - index * 40);
  const companyId = await insertCompany(trx, {
    name: first.company,
    country: first.country,
    externalRef: `SHOP-${20_001 + index}`,
    createdBy: administratorId,
    createdAt,
  });
  const memberIds = people.flatMap(({ login }) => findId(ids, login) ?? []);
  for (const [position, id] of memberIds.entries())
    // oxlint-disable-next-line no-await-in-loop -- as above
    await setMembership(trx, [id], { companyId, companyRole: position === 0 ? 'manager' : 'member' });
  await storeCompanyGrant(trx, {
    companyId,
    toolId: 'basics',
    brandId: brand,
    configTools: JSON.stringify([]),
    pcs,
    validFrom: null,
    validTo: null,
    source: `Order ${31_415 + index}`,
    reason: 'The first order of this company.',
  });
  const subject = { kind: 'company', id: companyId } as const;
  const auditEntry = {
    at: createdAt,
    actorId: administratorId,
    requestId: 'demo',
    action: 'company.create',
    subject,
  } as const;
  await recordAudit(trx, auditEntry, random.bytes);
  return { companyId, brand, memberIds };
}

/** Issues licences for the PCs of a drawing office, shared among its members. */
async function issuePcs(
  trx: Trx,
  memberIds: readonly number[],
  { random, now, key, administratorId }: CompaniesContext,
): Promise<void> {
  if (!key) return;
  const issues = Array.from({ length: usedPcs }, (_, index) => ({
    issuedDaysAgo: 20 + index * 8,
    pc: { serial: 900_000 + index, name: `DRAW-${String(index + 1).padStart(2, '0')}` },
    reason: 'new' as const,
    userId: memberIds[index % memberIds.length] ?? 0,
  })) satisfies (DemoLicense & { userId: number })[];
  await issueDemoLicenses(trx, issues, { now, random, key, administratorId });
}
