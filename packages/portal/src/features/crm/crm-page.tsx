import { crm as calls } from '@basics/contract/crm.ts';
import type { CrmAccount } from '@basics/contract/crm.ts';
import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import * as z from 'zod/mini';
import { countryWords } from '#portal/messages/countries.ts';
import { crm as texts } from '#portal/texts/crm.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { pageAndKeyword } from '#portal/ui/lists/list-address.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { accountsLike, exportAccounts } from './crm.queries.ts';

/** What the address remembers: the fields of the call. */
const addressed = z.object({
  ...pageAndKeyword,
  sort: calls.search.body.shape.sort,
});

const cleared = { keyword: undefined, pageNumber: undefined };

/** The accounts that forms offer for users, as the last import left them. */
export function CrmPage() {
  const [state, change] = useSearchState(addressed);
  const page = useQuery(accountsLike(state));
  const { data } = page;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} actions={<ToImport />} />
      <Card>
        <Stack>
          <SearchField label={texts.search} keyword={state.keyword} onChange={change} />
          <PagedTable<CrmAccount>
            label={texts.title}
            columns={columns}
            rowKey={({ account }) => account}
            page={page}
            words={texts}
            address={state}
            cleared={cleared}
            onChange={change}
            announce={texts.found}
            begin={<ToImport />}
          />
          <ExportButton total={data?.total ?? 0} fetchFile={(signal) => exportAccounts(state, signal)} />
        </Stack>
      </Card>
    </>
  );
}

/** The ids of columns that sort are the fields of the call. */
const columns: readonly Column<CrmAccount>[] = [
  { id: 'name', header: texts.name, sortable: true, lead: true, cell: ({ name }) => name },
  { id: 'account', header: texts.account, sortable: true, cell: ({ account }) => account },
  { id: 'city', header: texts.city, cell: ({ city }) => city },
  { id: 'country', header: texts.country, cell: ({ country }) => country && countryWords(country) },
];

const ToImport = () => (
  <LinkButton to="/admin/import" search={{ kind: 'crmAccounts' }} icon={<FileUp aria-hidden="true" />}>
    {texts.import}
  </LinkButton>
);
