import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Handshake } from 'lucide-react';
import { useState } from 'react';
import type { CompanyAgent } from '@basics/contract/companies/company-agents.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { agents as texts } from '#portal/texts/agents.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { Card, Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { invalidateCompanies } from '../companies.queries.ts';
import { acceptAgent, createAgentsQuery, createCompanyChoiceQuery, endAgent, proposeAgent } from './agents.queries.ts';

type AgentsCardProps = {
  companyId: number;
  /** Whether the user is a manager of the company, who agrees to an agent. Staff propose and end agents. */
  isManager: boolean;
};

/** The agents of a company. Without an agent there is no card; staff propose one in the menu of the company. */
export function AgentsCard({ companyId, isManager }: AgentsCardProps) {
  const query = useQuery(createAgentsQuery(companyId));
  if (!query.error && (query.data ?? []).length === 0) return null;
  return (
    <Card title={texts.title}>
      <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {(items) => (
          <Stack>
            <ItemList>
              {items.map((agent) => (
                <AgentRow key={agent.companyId} companyId={companyId} agent={agent} isManager={isManager} />
              ))}
            </ItemList>
            {isManager && <p>{texts.explain}</p>}
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

function AgentRow({ companyId, agent, isManager }: AgentsCardProps & { agent: CompanyAgent }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { companyId: agentId, name, state, proposedAt, acceptedAt } = agent;
  const isProposed = state === 'proposed';
  const run = (act: typeof acceptAgent | typeof endAgent, text: string) => async (): Promise<void> => {
    await act({ companyId, agentId });
    toasts.done(text);
    await invalidateCompanies(client);
  };
  const icon = <Handshake aria-hidden="true" />;
  const ofAgent = <VisuallyHidden>{name}</VisuallyHidden>;
  return (
    <ItemRow
      icon={Handshake}
      title={name}
      facts={[
        isProposed ? texts.proposed(formatShortDay(proposedAt)) : texts.since(formatShortDay(acceptedAt ?? proposedAt)),
      ]}
      actions={
        <>
          {isProposed && isManager && (
            <ConfirmedAct
              icon={icon}
              title={texts.acceptTitle(name)}
              text={texts.acceptText}
              action={texts.accept}
              isSafe
              failed={texts.notChanged}
              run={run(acceptAgent, texts.accepted(name))}
            >
              <span>{texts.accept}</span> {ofAgent}
            </ConfirmedAct>
          )}
          <ConfirmedAct
            variant="quiet"
            icon={icon}
            title={texts.endTitle(name)}
            text={isProposed ? texts.refuseText : texts.endText}
            action={isProposed ? texts.refuse : texts.end}
            failed={texts.notChanged}
            run={run(endAgent, texts.ended(name))}
          >
            <span>{isProposed ? texts.refuse : texts.end}</span> {ofAgent}
          </ConfirmedAct>
        </>
      }
    />
  );
}

export function ProposeDialog({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const keyword = useDebounced(text.trim());
  const { data = [] } = useQuery(createCompanyChoiceQuery(keyword));
  const found = data.filter((company) => company.companyId !== companyId);
  const options = found.map((company) => ({ value: String(company.companyId), label: company.name }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (agentId: number) => proposeAgent(companyId, agentId),
    onSuccess: () => {
      toasts.done(texts.proposalSent);
      onClose();
      return invalidateCompanies(client);
    },
  });
  return (
    <FormDialog
      title={texts.propose}
      submitLabel={texts.propose}
      busy={isPending}
      disabled={chosen === undefined}
      onSubmit={() => chosen && !isPending && mutate(Number(chosen.value))}
      onClose={onClose}
    >
      {error instanceof ApiProblem && <ProblemNotice problem={error} title={texts.notChanged} />}
      <p>{texts.proposeText}</p>
      <PickerField
        label={texts.company}
        options={text === '' ? [] : options}
        value={chosen?.value ?? ''}
        onChange={(value) => setChosen(options.find((option) => option.value === value))}
        search={{
          onSearch: setText,
          chosenOption: chosen,
          status: keyword !== '' && keyword === text.trim() && options.length === 0 ? texts.noCompany : '',
        }}
      />
    </FormDialog>
  );
}
