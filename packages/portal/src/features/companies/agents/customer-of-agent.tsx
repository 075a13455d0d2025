import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, Handshake } from 'lucide-react';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { agents as texts } from '#portal/texts/agents.ts';
import { companies } from '#portal/texts/companies.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Notice, QueryContent } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { invalidateCompanies } from '../companies.queries.ts';
import styles from '../company.module.css';
import { PcsCard } from '../pcs/company-pcs.tsx';
import { SeatsCard } from '../company-seats.tsx';
import { createCustomersQuery, endAgent } from './agents.queries.ts';
import { MovePcs } from './move-pcs.tsx';

type CustomerOfAgentProps = { agentId: number; customerId: number };

/** What an agent sees of one of its customers: the PCs, which it issues and renews, and the seats, to which it moves PCs of its stock. */
export function CustomerOfAgent({ agentId, customerId }: CustomerOfAgentProps) {
  const query = useQuery(createCustomersQuery(agentId, { companyId: customerId }));
  const [customer] = query.data?.items ?? [];
  const back = (
    <LinkButton to="/company" variant="quiet" icon={<ChevronLeft aria-hidden="true" />}>
      {texts.back}
    </LinkButton>
  );
  return (
    <>
      <div>{back}</div>
      <PageHeading title={customer?.name ?? texts.customer} introText={texts.lead} />
      <QueryContent query={query} failedTitle={texts.failed} loading={<Skeleton height="30rem" />}>
        {() =>
          customer === undefined ? (
            <NotFoundCard title={texts.notFound} text={texts.notFoundText} actions={back} />
          ) : (
            <>
              {customer.status === 'suspended' && (
                <Notice tone="warn">
                  <p>{companies.suspended}</p>
                </Notice>
              )}
              <div className={styles.columns}>
                <div className={styles.column}>
                  <PcsCard companyId={customerId} isAgent />
                </div>
                <div className={joinClasses(styles.column, styles.side)}>
                  <SeatsCard companyId={customerId} />
                  <MovePcs agentId={agentId} customerId={customerId} />
                  <div>
                    <EndCustomer agentId={agentId} customerId={customerId} name={customer.name} />
                  </div>
                </div>
              </div>
            </>
          )
        }
      </QueryContent>
    </>
  );
}

function EndCustomer({ agentId, customerId, name }: CustomerOfAgentProps & { name: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return (
    <ConfirmedAct
      variant="quiet"
      icon={<Handshake aria-hidden="true" />}
      title={texts.leaveTitle(name)}
      text={texts.leaveText}
      action={texts.end}
      failed={texts.notChanged}
      run={async () => {
        await endAgent({ companyId: customerId, agentId });
        toasts.done(texts.left(name));
        await navigate({ to: '/company' });
        await invalidateCompanies(client);
      }}
    >
      {texts.leave}
    </ConfirmedAct>
  );
}
