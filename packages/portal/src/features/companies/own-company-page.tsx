import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import { agentProfile } from '@basics/contract/calls/permissions.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { companies } from '@basics/contract/companies/companies.ts';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useSession, useUser } from '#portal/session/session-context.tsx';
import { useSetup } from '#portal/brand/brand.tsx';
import { agents as agentTexts } from '#portal/texts/agents.ts';
import { companies as texts } from '#portal/texts/companies.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Notice, QueryContent } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { PageTabs } from '#portal/ui/headings/page-tabs.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { Confirm, DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { createCompanyNameQuery, invalidateCompanies, ownCompanyQuery, removeMember } from './companies.queries.ts';
import type { RenderRelease } from './pcs/pc-actions.tsx';
import { CompanyWorkspace } from './company-workspace.tsx';
import styles from './company.module.css';

const loadLateParts = () => import('./late-parts.ts');
const AgentsCard = createLazyPart(async () => (await loadLateParts()).AgentsCard, { isLate: true });
const CustomerOfAgent = createLazyPart(async () => (await loadLateParts()).CustomerOfAgent);
const CustomersTable = createLazyPart(async () => (await loadLateParts()).CustomersTable);
const SeatsList = createLazyPart(async () => (await loadLateParts()).SeatsList);

type OwnCompany = NonNullable<Reply<typeof companies.own>['company']>;

/** `customer` is the customer whose PCs an agent sees; with `view`, an agent sees the own company instead of the customers. */
const pageSearch = z.object({ customer: z.optional(numberInPath), view: z.optional(z.enum(['own'])) });

type OwnCompanyPageProps = { renderRelease: RenderRelease };

/** The own company of a user. A manager sees its PCs, people and seats; a member sees the managers and the seats. */
export function OwnCompanyPage({ renderRelease }: OwnCompanyPageProps) {
  const query = useQuery(ownCompanyQuery);
  const [{ customer, view }] = useSearchState(pageSearch);
  const isAgent = useUser().profileID === agentProfile && query.data?.role === 'manager';
  if (query.data && isAgent && customer !== undefined)
    return (
      <Suspense fallback={<Skeleton height="30rem" />}>
        <CustomerOfAgent key={customer} agentId={query.data.companyId} customerId={customer} />
      </Suspense>
    );
  if (query.data && isAgent)
    return (
      <>
        <PageHeading title={query.data.name} windowTitle={agentTexts.customers.title} />
        <AgentTabs />
        {view === 'own' ? (
          <LoadedCompany company={query.data} renderRelease={renderRelease} />
        ) : (
          <Suspense fallback={<Skeleton height="12rem" />}>
            <CustomersTable companyId={query.data.companyId} />
          </Suspense>
        )}
      </>
    );
  return (
    <>
      <PageHeading title={query.data?.name ?? texts.own.title} />
      <QueryContent query={query} failedTitle={texts.own.failed} loading={<Skeleton height="30rem" />}>
        {(company) => (company ? <LoadedCompany company={company} renderRelease={renderRelease} /> : <NoCompany />)}
      </QueryContent>
    </>
  );
}

/** Says why there are no shared seats, with the name of the company from the user's account, and how they come. */
function NoCompany() {
  const { userId } = useUser();
  const { brand } = useSetup();
  const accountQuery = useQuery(createCompanyNameQuery(userId));
  const { title, text, contact, subject, pcs } = texts.own.none;
  return (
    <Card>
      <QueryContent query={accountQuery} failedTitle={texts.own.failed} loading={<Skeleton height="10rem" />}>
        {(companyName) => (
          <EmptyState
            title={title(companyName)}
            actions={
              <>
                <LinkButton to="/pcs">{pcs}</LinkButton>
                <a href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(subject(companyName))}`}>
                  {contact}
                </a>
              </>
            }
          >
            <p>{text}</p>
          </EmptyState>
        )}
      </QueryContent>
    </Card>
  );
}

/** The customers of an agent, and the own company. Both have the same path. */
const AgentTabs = () => (
  <PageTabs
    label={agentTexts.customers.title}
    tabs={[
      { label: agentTexts.customers.title, to: '/company', search: { view: undefined } },
      { label: texts.own.title, to: '/company', search: { view: 'own' } },
    ]}
  />
);

type CompanyProps = OwnCompanyPageProps & { company: OwnCompany };

const LoadedCompany = ({ company, ...props }: CompanyProps) => (
  <>
    {company.status === 'suspended' && (
      <Notice tone="warn">
        <p>{texts.suspended}</p>
      </Notice>
    )}
    {company.role === 'manager' ? (
      <ManagedCompany company={company} {...props} />
    ) : (
      <CompanyOfMember company={company} />
    )}
  </>
);

function ManagedCompany({ company, renderRelease }: CompanyProps) {
  const { companyId } = company;
  return (
    <CompanyWorkspace companyId={companyId} renderRelease={renderRelease}>
      <OptionalPart>
        <AgentsCard companyId={companyId} isManager />
      </OptionalPart>
      <Settings company={company} />
    </CompanyWorkspace>
  );
}

const CompanyOfMember = ({ company }: { company: OwnCompany }) => (
  <div className={styles.column}>
    <Card title={texts.seats.title}>
      <Suspense fallback={<Skeleton height="6rem" />}>
        <SeatsList seats={company.seats} />
      </Suspense>
    </Card>
    <Card title={texts.own.managers}>
      <ul>
        {company.managers.map(({ userId, name }) => (
          <li key={userId}>{name}</li>
        ))}
      </ul>
    </Card>
    <Settings company={company} />
  </div>
);

/** The button with which a user leaves the company. The last manager cannot leave. */
function Settings({ company: { companyId, name } }: { company: OwnCompany }) {
  const client = useQueryClient();
  const session = useSession();
  const toasts = useToasts();
  const { userId } = useUser();
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeMember(companyId, userId),
    onSuccess: async () => {
      toasts.done(texts.own.left(name));
      await invalidateCompanies(client);
      await session.refresh();
    },
    meta: failureAsToast,
  });
  return (
    <Card title={texts.own.settings}>
      <DialogButton icon={<LogOut aria-hidden="true" />} label={texts.own.leave}>
        {(closeDialog) => (
          <Confirm
            title={texts.own.leaveTitle(name)}
            action={texts.own.leave}
            icon={<LogOut aria-hidden="true" />}
            busy={isPending}
            onConfirm={() => mutate(undefined, { onSettled: closeDialog })}
            onCancel={closeDialog}
          >
            <p>{texts.own.leaveText}</p>
          </Confirm>
        )}
      </DialogButton>
    </Card>
  );
}
