import { companies } from '@basics/contract/companies/companies.ts';
import { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { companyNotes } from '@basics/contract/companies/company-notes.ts';
import { companyPcs } from '@basics/contract/companies/company-pcs.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import type { LicenseKeys } from '#server/features/licenses/license-key.ts';
import {
  changeNote,
  createNote,
  listAssignees,
  readNoteInScope,
  removeNote,
} from '#server/features/users/notes/notes.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { readTimeline } from '#server/features/users/timeline/timeline.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { acceptAgent, endAgent, listAgents, listCustomers, proposeAgent } from './agents/agents.ts';
import { movePcs } from './agents/move-pcs.ts';
import { exportCompanies, readCompany, requireCompany, searchCompanies } from './company.ts';
import { issueBatch, listCompanyPcs } from './company-pcs.ts';
import { readCompanySeats, readOwnCompany, setCompanySeats } from './company-seats.ts';
import { findCandidates, findGroups, findSuggestions } from './groups.repository.ts';
import { acceptInvitation, invite, listInvitations, sendInvitationAgain, withdrawInvitation } from './invitations.ts';
import { addMember, listMembers, removeMember, setMemberRole } from './members.ts';
import { readRecovery, recoverCompany, stopRecovery } from './recovery.ts';
import { changeCompany, createCompany } from './write-company.ts';

/** Mounts the calls about companies. Each function first checks whether the company is in the scope of the actor. */
export function companiesRoutes(router: Router, { keys }: { keys: LicenseKeys | null }): void {
  mount(router, companies.own, readOwnCompany);
  mount(router, companies.search, (call) => searchCompanies(call, call.body));
  mount(router, companies.export, (call) => exportCompanies(call, call.body));
  mount(router, companies.groups, ({ db, actor, body }) => findGroups(db, actor, body.keyword));
  mount(router, companies.create, (call) => createCompany(call, call.body));
  mount(router, companies.get, (call) => readCompany(call, call.params.id));
  mount(
    router,
    companies.update,
    (call) => changeCompany(call, call.params.id, call.body),
    (call) => readCompany(call, call.params.id),
  );
  mount(router, companies.seats, (call) => readCompanySeats(call, call.params.id));
  mount(router, companies.setSeats, (call) => setCompanySeats(call, call.params.id, call.body));
  mount(router, companyPeople.members, (call) => listMembers(call, call.params.id));
  mount(router, companyPeople.addMember, (call) => addMember(call, call.params.id, call.body));
  mount(router, companyPeople.candidates, async ({ db, actor, params: { id } }) => {
    await requireCompany(db, actor, id);
    return { items: await findCandidates(db, actor, id) };
  });
  mount(router, companyPeople.suggestions, async ({ db, actor, params: { id } }) => {
    await requireInScope(db, actor, id);
    return { items: await findSuggestions(db, actor, id) };
  });
  mount(router, companyPeople.setRole, (call) => setMemberRole(call, { ...call.params, ...call.body }));
  mount(router, companyPeople.removeMember, (call) => removeMember(call, call.params));
  mount(router, companyPeople.invitations, (call) => listInvitations(call, call.params.id));
  mount(router, companyPeople.invite, (call) => invite(call, call.params.id, call.body));
  mount(router, companyPeople.sendInvitation, (call) => sendInvitationAgain(call, call.params));
  mount(router, companyPeople.withdrawInvitation, (call) => withdrawInvitation(call, call.params));
  mount(router, companyPeople.acceptInvitation, (call) => acceptInvitation(call, call.body));
  mount(router, companyPeople.recovery, (call) => readRecovery(call, call.params.id));
  mount(router, companyPeople.recover, (call) => recoverCompany(call, call.params.id, call.body));
  mount(router, companyPeople.stopRecovery, (call) => stopRecovery(call, call.params.id));
  mount(router, companyPcs.pcs, (call) => listCompanyPcs(call, call.params.id, call.body));
  mount(router, companyAgents.agents, (call) => listAgents(call, call.params.id));
  mount(router, companyAgents.proposeAgent, (call) => proposeAgent(call, { ...call.params, ...call.body }));
  mount(router, companyAgents.acceptAgent, (call) => acceptAgent(call, call.params));
  mount(router, companyAgents.endAgent, (call) => endAgent(call, call.params));
  mount(router, companyAgents.customers, (call) => listCustomers(call, call.params.id, call.body));
  mount(router, companyAgents.movePcs, (call) => movePcs(call, call.params.id, call.body));
  mount(router, companyPcs.issueBatch, (call) => issueBatch({ ...call, keys }, call.params.id, call.body));
  mountNotes(router);
}

/** Mounts the calls about what staff write about a company, and about its history. */
function mountNotes(router: Router): void {
  mount(router, companyNotes.timeline, (call) =>
    readTimeline(call, { subject: { companyId: call.params.id }, limit: call.query.most }),
  );
  mount(router, companyNotes.createNote, (call) => createNote(call, { companyId: call.params.id }, call.body));
  mount(
    router,
    companyNotes.changeNote,
    (call) => changeNote(call, toNoteKey(call.params), call.body),
    (call) => readNoteInScope(call, toNoteKey(call.params)),
  );
  mount(router, companyNotes.removeNote, (call) => removeNote(call, toNoteKey(call.params)));
  mount(router, companyNotes.assignees, (call) => listAssignees(call, { companyId: call.params.id }));
}

const toNoteKey = ({ id: companyId, noteId }: { id: number; noteId: number }) => ({ subject: { companyId }, noteId });
