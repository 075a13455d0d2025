import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Ban, Pencil, Plus, RotateCcw, UserRoundPlus } from 'lucide-react';
import type { ListedCompany } from '@basics/contract/companies/companies.ts';
import { ApiProblem, readRequestId } from '#portal/api/api-problem.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { formatCountry } from '#portal/messages/names.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { agents } from '#portal/texts/agents.ts';
import { companies as texts } from '#portal/texts/companies.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { LoadFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useHasSideColumn } from '#portal/ui/hooks/use-width.ts';
import { Card } from '#portal/ui/layout/layout.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import {
  changeCompany,
  createCompanyQuery,
  createSeatsQuery,
  findOnlySeats,
  invalidateCompanies,
} from './companies.queries.ts';
import type { RenderRelease } from './pcs/pc-actions.tsx';
import { CompanyWorkspace } from './company-workspace.tsx';

const RecordTimeline = createLazyPart(
  async () => (await import('#portal/session/notes/record-timeline.tsx')).RecordTimeline,
  { isLate: true },
);
const RecordComposer = createLazyPart(
  async () => (await import('#portal/session/notes/record-timeline.tsx')).RecordComposer,
  { isLate: true },
);
const loadLateParts = () => import('./late-parts.ts');
const AgentsCard = createLazyPart(async () => (await loadLateParts()).AgentsCard, { isLate: true });
const ProposeDialog = createLazyPart(async () => (await loadLateParts()).ProposeDialog, { isLate: true });
const OrdersLine = createLazyPart(async () => (await loadLateParts()).OrdersLine, { isLate: true });
const SeatsDialog = createLazyPart(async () => (await loadLateParts()).SeatsDialog, { isLate: true });
const CompanyDialog = createLazyPart(async () => (await loadLateParts()).CompanyDialog, { isLate: true });
const CustomersCard = createLazyPart(async () => (await loadLateParts()).CustomersCard, { isLate: true });

type CompanyPageProps = { renderRelease: RenderRelease };

/** The page of one company for staff: PCs, seats, people and details, and the actions for the company. */
export function CompanyPage({ renderRelease }: CompanyPageProps) {
  const { companyId = '' } = useParams({ strict: false });
  const query = useQuery(createCompanyQuery(Number(companyId)));
  if (query.data) return <LoadedCompanyPage company={query.data} renderRelease={renderRelease} />;
  if (!query.error)
    return (
      <>
        <PageHeading title={texts.page.title} />
        <Skeleton height="30rem" />
      </>
    );
  if (query.error instanceof ApiProblem && query.error.status < 500)
    return (
      <NotFoundCard
        title={texts.page.notFound}
        text={texts.page.notFoundText}
        actions={<LinkButton to="/companies">{texts.page.back}</LinkButton>}
      />
    );
  return (
    <>
      <PageHeading title={texts.page.title} />
      <LoadFailed
        title={texts.page.failed}
        requestId={readRequestId(query.error)}
        onRetry={() => void query.refetch()}
      />
    </>
  );
}

const LoadedCompanyPage = ({ company, renderRelease }: CompanyPageProps & { company: ListedCompany }) => {
  const { companyId, name, country, status } = company;
  const hasSideColumn = useHasSideColumn();
  const details = listDetails(company);
  const onlyDetail = details.length === 1 ? details.flat() : [];
  return (
    <>
      <PageHeading
        title={name}
        introText={
          [country === null ? '' : formatCountry(country), onlyDetail.join(' ')].filter(Boolean).join(' · ') ||
          undefined
        }
        actions={<CompanyActions company={company} />}
      />
      {status === 'suspended' && (
        <Notice tone="warn">
          <p>{texts.suspended}</p>
        </Notice>
      )}
      <CompanyWorkspace
        companyId={companyId}
        renderRelease={renderRelease}
        note={
          !hasSideColumn && (
            <OptionalPart placeholder={<Skeleton height="9.5rem" />}>
              <RecordComposer subject={{ companyId }} />
            </OptionalPart>
          )
        }
        below={
          <OptionalPart>
            <RecordTimeline subject={{ companyId }} hasComposer={hasSideColumn} />
          </OptionalPart>
        }
      >
        <OptionalPart>
          <CustomersCard companyId={companyId} />
          <AgentsCard companyId={companyId} isManager={false} />
        </OptionalPart>
        {details.length > 1 && <CompanyDetails details={details} />}
        <OptionalPart>
          <OrdersLine companyId={companyId} />
        </OptionalPart>
      </CompanyWorkspace>
    </>
  );
};

type Detail = readonly [name: string, value: string];

/** The details that the company has. A single one is beside its country. */
const listDetails = ({ externalRef, crmAccount }: ListedCompany): Detail[] => [
  ...(externalRef === null ? [] : [[texts.externalRef, externalRef] as const]),
  ...(crmAccount === null ? [] : [[texts.crmAccount, crmAccount] as const]),
];

const CompanyDetails = ({ details }: { details: readonly Detail[] }) => (
  <Card title={texts.page.details}>
    <FactRows>
      {details.map(([name, value]) => (
        <FactRow key={name} name={name}>
          {value}
        </FactRow>
      ))}
    </FactRows>
  </Card>
);

function CompanyActions({ company }: { company: ListedCompany }) {
  const { companyId, status, version } = company;
  const change = useCompanyChange(companyId);
  const newStatus = status === 'active' ? 'suspended' : 'active';
  const StatusIcon = status === 'active' ? Ban : RotateCcw;
  const onlySeats = findOnlySeats(useQuery(createSeatsQuery(companyId)).data ?? []);
  return (
    <Allowed any={['users.edit']}>
      <MoreMenu label={texts.page.more} variant="secondary">
        <DialogButton icon={<Pencil aria-hidden="true" />} label={texts.edit}>
          {(closeDialog) => (
            <OptionalPart>
              <EditDialog company={company} onClose={closeDialog} />
            </OptionalPart>
          )}
        </DialogButton>
        {onlySeats && (
          <DialogButton icon={<Plus aria-hidden="true" />} label={texts.seats.add}>
            {(closeDialog) => (
              <OptionalPart>
                <SeatsDialog companyId={companyId} onClose={closeDialog} />
              </OptionalPart>
            )}
          </DialogButton>
        )}
        <DialogButton icon={<UserRoundPlus aria-hidden="true" />} label={agents.propose}>
          {(closeDialog) => (
            <OptionalPart>
              <ProposeDialog companyId={companyId} onClose={closeDialog} />
            </OptionalPart>
          )}
        </DialogButton>
        <Button
          busy={change.isPending}
          icon={<StatusIcon aria-hidden="true" />}
          onClick={() => change.mutate({ status: newStatus, version })}
        >
          {status === 'active' ? texts.suspend : texts.reinstate}
        </Button>
      </MoreMenu>
    </Allowed>
  );
}

/** Changes a company. A dialog passes `onDone` and shows a refusal itself; else a refusal is a toast. */
function useCompanyChange(companyId: number, onDone?: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (body: Parameters<typeof changeCompany>[1]) => changeCompany(companyId, body),
    onSuccess: () => {
      toasts.done(texts.saved);
      onDone?.();
    },
    // The newest version of the company is loaded also after a refusal, which may say that someone else changed it.
    onSettled: () => invalidateCompanies(client),
    ...(onDone === undefined && { meta: failureAsToast }),
  });
}

function EditDialog({ company, onClose }: { company: ListedCompany; onClose: () => void }) {
  const { companyId, name, country, externalRef, crmAccount, version } = company;
  const draft = useValuesDraft('company', { name, country, externalRef, crmAccount });
  const close = (): void => {
    draft.forget();
    onClose();
  };
  const change = useCompanyChange(companyId, close);
  return (
    <CompanyDialog
      companyId={companyId}
      title={texts.edit}
      submitLabel={texts.save}
      draft={draft}
      mutation={change}
      onSubmit={(values) => change.mutate({ ...values, version })}
      onClose={close}
    />
  );
}
