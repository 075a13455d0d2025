import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { companyListFields, type ListedCompany } from '@basics/contract/companies/companies.ts';
import { createCountryOptions, formatCountry } from '#portal/messages/names.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { companies as texts } from '#portal/texts/companies.ts';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { OneLine, RowLink } from '#portal/ui/tables/cells.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { companiesList, companyOptionsQuery, createCompany, invalidateCompanies } from './companies.queries.ts';
import { CompanyDialog, emptyCompany } from './company-dialog.tsx';

const statusChoices = (['active', 'suspended'] as const).map((status) => ({
  value: status,
  label: texts.statuses[status],
}));

/** The page with the companies that staff may see. */
export function CompaniesPage() {
  const list = useList(companiesList);
  const { data: options } = useQuery(companyOptionsQuery);
  const countries = createCountryOptions(options?.countries ?? []);
  return (
    <>
      <PageHeading title={texts.title} actions={<CreateCompany />} />
      <Card>
        <Stack>
          <FilterBar
            list={list}
            listTexts={texts}
            shownFields={declareShownFields(companyListFields, {
              labels: texts.fields,
              choices: { country: countries, status: statusChoices },
              named: texts.namedFilters,
            })}
            fields={{
              country: { label: texts.columns.country, choices: countries },
              status: { label: texts.columns.status, choices: statusChoices },
            }}
          />
          <ListTable<ListedCompany>
            list={list}
            tableTexts={texts}
            columns={columns}
            rowKey={({ companyId }) => companyId}
            isDimmed={({ status }) => status === 'suspended'}
            firstAction={<CreateCompany />}
          />
        </Stack>
      </Card>
    </>
  );
}

/** The columns of the list. The id of a sortable column is the name of the sort field in the request. */
const columns: readonly Column<ListedCompany>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    sortable: true,
    isCardTitle: true,
    cell: ({ companyId, name }) => (
      <RowLink to={`/companies/${companyId}`} label={name}>
        {name}
      </RowLink>
    ),
  },
  {
    id: 'country',
    header: texts.columns.country,
    sortable: true,
    needsNoHeading: true,
    cell: ({ country }) => country && formatCountry(country),
  },
  {
    id: 'status',
    header: texts.columns.status,
    isBesideCardTitle: true,
    cell: ({ status }) => (
      <StatusBadge tone={status === 'active' ? 'ok' : 'neutral'}>{texts.statuses[status]}</StatusBadge>
    ),
  },
  { id: 'people', header: texts.columns.people, align: 'end', cell: ({ members }) => members },
  { id: 'seats', header: texts.columns.seats, align: 'end', cell: ({ seatsUsed }) => seatsUsed },
  {
    id: 'createdAt',
    header: texts.columns.created,
    sortable: true,
    isOnlyInTable: true,
    cell: ({ createdAt }) => <OneLine>{formatShortDay(createdAt)}</OneLine>,
  },
];

const CreateCompany = () => (
  <Allowed any={['users.edit']}>
    <DialogButton variant="primary" icon={<Building2 aria-hidden="true" />} label={texts.create}>
      {(closeDialog) => <CreateDialog onClose={closeDialog} />}
    </DialogButton>
  </Allowed>
);

function CreateDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const draft = useValuesDraft('new company', emptyCompany);
  const close = (): void => {
    draft.forget();
    onClose();
  };
  const creation = useMutation({
    mutationFn: createCompany,
    onSuccess: async ({ companyId, name }) => {
      close();
      toasts.done(texts.created(name));
      await invalidateCompanies(client);
      await navigate({ to: `/companies/${companyId}` });
    },
  });
  return (
    <CompanyDialog
      title={texts.create}
      submitLabel={texts.create}
      draft={draft}
      mutation={creation}
      onSubmit={(values) => creation.mutate(values)}
      onClose={close}
    />
  );
}
