import { companies, type CompanySeats, type ListedCompany } from '@basics/contract/companies/companies.ts';
import { companyAgents, type AgentCustomer, type CompanyAgent } from '@basics/contract/companies/company-agents.ts';
import { companyNotes } from '@basics/contract/companies/company-notes.ts';
import { companyPcs, type CompanyPc } from '@basics/contract/companies/company-pcs.ts';
import {
  companyPeople,
  type CompanyInvitation,
  type CompanyMember,
} from '@basics/contract/companies/company-people.ts';
import type { FakeServer } from '../fake-server.ts';
import { createDay, createLicense } from './licenses.ts';
import { answerOrders } from './integrations.ts';
import { createUserPage } from './users.ts';

export const company: ListedCompany = {
  companyId: 1,
  name: 'Granite Machinery AB',
  country: 'SE',
  externalRef: 'SO-20417',
  crmAccount: null,
  status: 'active',
  version: 1,
  createdAt: '2026-03-10T12:00:00.000Z',
  members: 4,
  managers: 1,
  seatsUsed: 7,
};

export const companySeats: CompanySeats = {
  seatsId: 1,
  tool: 'basics',
  toolName: 'Basics',
  brand: 'blue',
  brandName: 'Basics Blue',
  configTools: [],
  pcs: 10,
  seatsUsed: 7,
  seatsAllowed: 10,
  movesUsed: 1,
  movesAllowed: 10,
  validFrom: null,
  validTo: '2027-12-31',
  state: 'valid',
  nextFree: { machineName: 'PLANT-01', owner: 'Oskar Malm', day: createDay(11) },
  source: null,
  version: 1,
};

const createMember = (userId: number, name: string, role: CompanyMember['role']): CompanyMember => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { userId, firstName, lastName, login: `${firstName}@granite.example`, role, status: 'active', pcs: 2 };
};

export const companyMembers = {
  items: [createMember(11, 'Oskar Malm', 'manager'), createMember(12, 'Eirik Lund', 'member')],
  hidden: { members: 1, pcs: 3 },
};

const { licenseId, status, brand, version, issuedAt, mail } = createLicense({ licenseId: 4 });

const pc: CompanyPc = {
  machineId: 1,
  name: 'PLANT-01',
  owner: { userId: 11, name: 'Oskar Malm', login: 'oskar@granite.example' },
  tool: 'basics',
  toolName: 'Basics',
  firstSeenAt: '2026-03-10T12:00:00.000Z',
  releasedAt: null,
  holdsSeat: true,
  canRenew: true,
  license: { licenseId, status, brand, version, issuedAt, mail, expiryDate: createDay(11) },
};

const companyAgentsOf: CompanyAgent[] = [
  {
    companyId: 3,
    name: 'Nordic Dealers AS',
    state: 'proposed',
    proposedAt: '2026-03-10T12:00:00.000Z',
    acceptedAt: null,
  },
];

export const agentCustomer: AgentCustomer = {
  companyId: 5,
  name: 'Harbour Cranes',
  status: 'active',
  acceptedAt: '2026-03-10T12:00:00.000Z',
  seatsUsed: 2,
  pcs: 6,
  nextExpiry: '2027-01-26',
};

export const createInvitation = (login: string): CompanyInvitation => ({
  invitationId: 1,
  login,
  role: 'member',
  invitedBy: 'Oskar Malm',
  invitedAt: '2026-03-10T12:00:00.000Z',
  expiresAt: '2026-03-24T12:00:00.000Z',
  state: 'open',
});

/** Creates what a member or a manager sees of the own company. */
export const createOwnCompany = (role: CompanyMember['role']) => ({
  company: {
    companyId: 1,
    name: company.name,
    status: 'active' as const,
    role,
    managers: [{ userId: 11, name: 'Oskar Malm' }],
    seats: [companySeats],
  },
});

/** Answers the calls about companies: the server has one company, with two people in scope and one PC. */
export function answerCompany(server: FakeServer, role: CompanyMember['role'] = 'manager'): void {
  server.answer(companies.search, () => createUserPage(company));
  answerOrders(server);
  server.answer(companies.get, () => company);
  server.answer(companies.own, () => createOwnCompany(role));
  server.answer(companies.seats, () => ({ items: [companySeats] }));
  server.answer(companyPcs.pcs, () => createUserPage(pc));
  server.answer(companyAgents.agents, () => ({ items: companyAgentsOf }));
  server.answer(companyAgents.customers, () => createUserPage(agentCustomer));
  server.answer(companyNotes.timeline, () => ({ items: [], hasMore: false, onTop: [] }));
  server.answer(companyPeople.members, () => companyMembers);
  server.answer(companyPeople.candidates, () => ({ items: [] }));
  server.answer(companyPeople.invitations, () => ({ items: [createInvitation('waiting@granite.example')] }));
}
