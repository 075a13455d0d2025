import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { companies } from '@basics/contract/companies/companies.ts';
import { call } from '#portal/api/call.ts';
import { companiesKey } from '../companies.queries.ts';

type Link = { companyId: number; agentId: number };

export const createAgentsQuery = (id: number) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'agents'],
    queryFn: async ({ signal }) => (await call(companyAgents.agents, { params: { id }, signal })).items,
  });

type CustomerSearch = { keyword?: string; pageSize?: number; companyId?: number };

/** Loads customers of an agent that have agreed, sorted by name. */
export const createCustomersQuery = (id: number, search: CustomerSearch) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'customers', search],
    queryFn: ({ signal }) =>
      call(companyAgents.customers, {
        params: { id },
        body: { keyword: '', pageNumber: 1, pageSize: 20, ...search },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Searches the companies that staff can propose as an agent. */
export const createCompanyChoiceQuery = (keyword: string) =>
  queryOptions({
    queryKey: [...companiesKey, 'choice', keyword],
    queryFn: async ({ signal }) =>
      (await call(companies.search, { body: { keyword, pageNumber: 1, pageSize: 20 }, signal })).items,
    enabled: keyword !== '',
  });

export const proposeAgent = (id: number, agentId: number) =>
  call(companyAgents.proposeAgent, { params: { id }, body: { agentId } });

export const acceptAgent = ({ companyId: id, agentId }: Link) =>
  call(companyAgents.acceptAgent, { params: { id, agentId } });

export const endAgent = ({ companyId: id, agentId }: Link) => call(companyAgents.endAgent, { params: { id, agentId } });

export const movePcs = (id: number, body: Body<typeof companyAgents.movePcs>) =>
  call(companyAgents.movePcs, { params: { id }, body });
