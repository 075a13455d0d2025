import { limits } from '@basics/contract/calls/limits.ts';
import { companies } from '@basics/contract/companies/companies.ts';
import { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { companyNotes } from '@basics/contract/companies/company-notes.ts';
import { companyPcs } from '@basics/contract/companies/company-pcs.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import {
  createFilterRequest,
  createIdRequest,
  createEmptyRequest,
  createRecordRow,
  missingId,
  openToSignedIn,
  openToStaff,
  outcomesInScope,
  outcomesOwnOrInScope,
  rowNotFoundCode,
  userNotFoundCode,
} from './access-row.ts';
import type { AccessRow, Outcome, Request } from './access-row.ts';

const createCompanyRow = createRecordRow('company');
const createUserRow = createRecordRow('user');
const missingMember: Request = ({ id }) => ({ params: { id, userId: missingId } });
const missingAgent: Request = ({ id }) => ({ params: { id, agentId: missingId } });
const missingInvitation: Request = ({ id }) => ({ params: { id, invitationId: missingId } });

/** The outcomes of a call that managers may make about their own company, and staff about companies in scope. */
const ofManagers = (visible: Outcome) => outcomesOwnOrInScope(visible, visible, rowNotFoundCode);
const ofStaff = (visible: Outcome) => outcomesInScope(visible, visible, rowNotFoundCode);

/** The calls about companies. The own company of a caller is the company that the caller manages. */
export const companyCalls: AccessRow[] = [
  openToSignedIn(companies.own, createEmptyRequest),
  openToStaff(companies.search, createFilterRequest),
  openToStaff(companies.export, createFilterRequest),
  openToStaff(companies.groups, createFilterRequest),
  openToStaff(companies.create, ({ name }) => ({ body: { name } })),
  createCompanyRow(companies.get, createIdRequest, ofManagers('yes')),
  createCompanyRow(companies.update, ({ id }) => ({ params: { id }, body: {} }), ofStaff('yes')),
  createCompanyRow(companies.seats, createIdRequest, ofManagers('yes')),
  createCompanyRow(
    companies.setSeats,
    // The caller has PCs from the calls about licences. They use seats of the company that the caller manages.
    ({ id }) => ({
      params: { id },
      body: { tool: 'basics', brand: 'blue', pcs: limits.company.pcs, reason: 'tried' },
    }),
    ofStaff('yes'),
  ),
  createCompanyRow(companyPeople.members, createIdRequest, ofManagers('yes')),
  createCompanyRow(
    companyPeople.addMember,
    ({ id }) => ({ params: { id }, body: { userId: missingId } }),
    ofStaff(userNotFoundCode),
  ),
  createCompanyRow(companyPeople.candidates, createIdRequest, ofStaff('yes')),
  createUserRow(companyPeople.suggestions, createIdRequest, outcomesInScope('yes', 'yes', userNotFoundCode)),
  createCompanyRow(
    companyPeople.setRole,
    (subject) => ({ ...missingMember(subject), body: { role: 'member' } }),
    ofManagers(userNotFoundCode),
  ),
  createCompanyRow(companyPeople.removeMember, missingMember, ofManagers(userNotFoundCode)),
  createCompanyRow(companyPeople.invitations, createIdRequest, ofManagers('yes')),
  createCompanyRow(
    companyPeople.invite,
    ({ id, name }) => ({ params: { id }, body: { login: `${name}@guest.example` } }),
    ofManagers('yes'),
  ),
  createCompanyRow(companyPeople.sendInvitation, missingInvitation, ofManagers(rowNotFoundCode)),
  createCompanyRow(companyPeople.withdrawInvitation, missingInvitation, ofManagers(rowNotFoundCode)),
  openToSignedIn(companyPeople.acceptInvitation, () => ({ body: { token: 'none' } }), 'LINK_NOT_VALID'),
  createCompanyRow(companyPeople.recovery, createIdRequest, ofManagers('yes')),
  createCompanyRow(
    companyPeople.recover,
    ({ id }) => ({ params: { id }, body: { userId: missingId, reason: 'tried' } }),
    ofStaff(userNotFoundCode),
  ),
  createCompanyRow(companyPeople.stopRecovery, createIdRequest, ofManagers(rowNotFoundCode)),
  createCompanyRow(companyAgents.agents, createIdRequest, ofManagers('yes')),
  createCompanyRow(
    companyAgents.proposeAgent,
    ({ id }) => ({ params: { id }, body: { agentId: id } }),
    ofStaff('NOT_AN_AGENT'),
  ),
  createCompanyRow(companyAgents.acceptAgent, missingAgent, ofManagers(rowNotFoundCode)),
  createCompanyRow(companyAgents.endAgent, missingAgent, ofManagers(rowNotFoundCode)),
  createCompanyRow(companyAgents.customers, ({ id }) => ({ params: { id }, body: {} }), ofManagers('yes')),
  createCompanyRow(
    companyAgents.movePcs,
    ({ id }) => ({ params: { id }, body: { customerId: id, tool: 'basics', brand: 'blue', pcs: 1 } }),
    // Staff set the PCs bought of a company, and only its managers move them.
    outcomesOwnOrInScope(rowNotFoundCode, 'NOT_PERMITTED', rowNotFoundCode),
  ),
  createCompanyRow(companyNotes.timeline, createIdRequest, ofStaff('yes')),
  createCompanyRow(companyNotes.assignees, createIdRequest, ofStaff('yes')),
  createCompanyRow(
    companyNotes.createNote,
    ({ id }) => ({ params: { id }, body: { text: 'Calls back.' } }),
    ofStaff('yes'),
  ),
  createCompanyRow(
    companyNotes.changeNote,
    ({ id }) => ({ params: { id, noteId: missingId }, body: { isPinned: true } }),
    ofStaff(rowNotFoundCode),
  ),
  createCompanyRow(
    companyNotes.removeNote,
    ({ id }) => ({ params: { id, noteId: missingId } }),
    ofStaff(rowNotFoundCode),
  ),
  createCompanyRow(companyPcs.pcs, ({ id }) => ({ params: { id }, body: {} }), ofManagers('yes')),
  createCompanyRow(
    companyPcs.issueBatch,
    ({ id, name }) => ({
      params: { id },
      body: { codes: [createCode(createMachine(name))], userId: missingId, preview: true },
    }),
    ofManagers(userNotFoundCode),
  ),
];
