import { useQuery } from '@tanstack/react-query';
import { FileKey2, MonitorCog } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { licenses } from '@basics/contract/licenses.ts';
import type { License, LicenseStatus } from '@basics/contract/licenses.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { pageAndKeyword } from '#portal/api/list-of.ts';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { LicensesFilters } from './licenses-filters.tsx';
import { createLicensesColumns } from './licenses-columns.tsx';
import { createEntitlementsQuery, createLicensesQuery } from './licenses.queries.ts';
import styles from './licenses-table.module.css';

/** The search parameters of the list, with the names of the call. */
const addressed = z.object({
  ...pageAndKeyword,
  sort: licenses.list.query.shape.sort,
  status: licenses.list.query.shape.status,
});

const cleared = { keyword: undefined, status: undefined, pageNumber: undefined };

type LicensesTableProps = {
  userId: number;
  /** The reason why this user gets no licence now: replaces the link to issue one. */
  shut?: string | undefined;
  /** The actions of another feature for a licence. */
  renderDeeds?: (license: License) => ReactNode;
};

/** The licences of a user, newest first by default; the address holds search, status, sort and page. */
export function LicensesTable({ userId, shut, renderDeeds }: LicensesTableProps) {
  const isOwn = useUser().userId === userId;
  const getOne = shut === undefined && <GetLicense {...(!isOwn && { forUser: userId })} />;
  const [state, change] = useSearchState(addressed);
  const page = useQuery(createLicensesQuery(userId, state));
  const columns = useColumns(userId, renderDeeds);
  const { data } = page;
  const isNothing = data?.total === 0 && state.keyword === undefined && state.status === undefined;

  return (
    <Card title={texts.table.title} actions={!isNothing && getOne && <div className={styles.ways}>{getOne}</div>}>
      <div className={styles.list}>
        {!isNothing && shut !== undefined && <p className={styles.second}>{shut}</p>}
        {!isNothing && <LicensesFilters keyword={state.keyword} status={state.status} onChange={change} />}
        <PagedTable<License>
          label={texts.table.title}
          columns={columns}
          rowKey={({ licenseId }) => licenseId}
          page={page}
          words={findEmptyTexts(shut ?? (isOwn ? texts.table.empty.text : texts.onBehalf.empty), state)}
          picture="licence"
          address={state}
          cleared={cleared}
          onChange={change}
          announce={texts.table.found}
          begin={getOne}
          isDimmed={({ status }) => status !== 'Active'}
        />
      </div>
    </Card>
  );
}

/** Shows tools, add-ons and brands by name; one that the user never had, or that was deleted, is shown by its id. */
function useColumns(userId: number, renderDeeds: LicensesTableProps['renderDeeds']) {
  const { setup } = useSetup();
  const items = useQuery(createEntitlementsQuery(userId)).data?.items ?? [];
  const [now] = useState(Date.now);
  return createLicensesColumns({
    tools: new Map(items.map(({ tool, toolName }) => [tool, toolName])),
    addOns: new Map(items.flatMap(({ addOns }) => addOns.map(({ id, name }) => [id, name]))),
    brands: new Map(setup.brands.map(({ id, name }) => [id, name])),
    now,
    renderDeeds,
  });
}

/** For the signed-in user, or on behalf of another user. */
const GetLicense = ({ forUser }: { forUser?: number }) => {
  const search = forUser === undefined ? {} : { user: forUser };
  return (
    <>
      <LinkButton to="/license/many" search={search} icon={<MonitorCog aria-hidden="true" />}>
        {texts.severalPcs}
      </LinkButton>
      <LinkButton to="/license/verify" search={search} variant="primary" icon={<FileKey2 aria-hidden="true" />}>
        {forUser === undefined ? texts.table.getOne : texts.onBehalf.issue}
      </LinkButton>
    </>
  );
};

type Asked = { keyword?: string | undefined; status?: LicenseStatus | undefined };

const findEmptyTexts = (empty: string, { keyword, status }: Asked) => {
  const { failed, noResult, states } = texts.table;
  return {
    failed,
    empty: { title: texts.table.empty.title, text: empty },
    noResult: {
      ...noResult,
      text: noResult.text(keyword, status && states[status]),
      clear: noResult.clear[status ? 'all' : 'search'],
    },
  };
};
