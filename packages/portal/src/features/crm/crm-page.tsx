import { useQuery } from '@tanstack/react-query';
import { accountListFields, type CrmAccount } from '@basics/contract/crm/crm.ts';
import { FileUp } from 'lucide-react';
import { createCountryOptions, formatCountry } from '#portal/messages/names.ts';
import { crm as texts } from '#portal/texts/crm.ts';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { RowLink } from '#portal/ui/tables/cells.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { accountsList, countriesQuery } from './crm.queries.ts';

/** The page with the CRM accounts of the last import. The forms for users offer these accounts. */
export function CrmPage() {
  const list = useList(accountsList);
  const { data: countries = [] } = useQuery(countriesQuery);
  const shownColumns = useShownColumns('crmAccounts', columns);
  return (
    <>
      <PageHeading title={texts.title} actions={<ImportLink />} />
      <Card>
        <Stack>
          <FilterBar
            list={list}
            listTexts={texts}
            end={shownColumns.choice}
            shownFields={declareShownFields(accountListFields, {
              labels: texts,
              choices: { country: createCountryOptions(countries) },
            })}
            fields={{ country: null }}
          />
          <ListTable<CrmAccount>
            list={list}
            tableTexts={texts}
            columns={shownColumns.columns}
            rowKey={({ account }) => account}
            firstAction={<ImportLink />}
          />
        </Stack>
      </Card>
    </>
  );
}

/** The columns of the list. A click on a row shows the users of the account. The id of a sortable column is the name of the sort field in the request. */
const columns: readonly Column<CrmAccount>[] = [
  {
    id: 'name',
    header: texts.name,
    sortable: true,
    isCardTitle: true,
    cell: ({ name, account }) => (
      <RowLink to="/users" search={{ keyword: account }} label={texts.users(name)}>
        {name}
      </RowLink>
    ),
  },
  { id: 'account', header: texts.account, sortable: true, cell: ({ account }) => account },
  { id: 'city', header: texts.city, cell: ({ city }) => city },
  { id: 'country', header: texts.country, cell: ({ country }) => country && formatCountry(country) },
];

const ImportLink = () => (
  <LinkButton to="/admin/import" search={{ kind: 'crmAccounts' }} icon={<FileUp aria-hidden="true" />}>
    {texts.import}
  </LinkButton>
);
