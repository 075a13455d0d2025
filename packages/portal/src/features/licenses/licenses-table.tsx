import { useQuery } from '@tanstack/react-query';
import { FileKey2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { licenses } from '@basics/contract/licenses.ts';
import type { License } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenses as texts } from '#portal/messages/en/licenses.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { DataTable } from '#portal/ui/data-table.tsx';
import { EmptyState } from '#portal/ui/empty-state.tsx';
import { LinkButton } from '#portal/ui/link-button.tsx';
import { Pagination } from '#portal/ui/pagination.tsx';
import { useSearchState } from '#portal/ui/search-state.ts';
import { Announced } from '#portal/ui/visually-hidden.tsx';
import { licensesColumns } from './licenses-columns.tsx';
import { LicensesSearch } from './licenses-search.tsx';
import { licensableBy, licensesOf } from './licenses.queries.ts';
import styles from './licenses-table.module.css';

/** What the address remembers of the list, in the fields of the call. */
const addressed = z.object({
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
  sort: licenses.list.query.shape.sort,
});

/** A user's licences, newest first unless sorted; search, sort and page stand in the address. */
export function LicensesTable({ userId }: { userId: number }) {
  const isOwn = useUser().userId === userId;
  const getOne = <GetLicense {...(!isOwn && { forUser: userId })} />;
  const [state, change] = useSearchState(addressed);
  const page = useQuery(licensesOf(userId, state));
  const columns = useColumns(userId);
  const { data } = page;
  const { keyword = '' } = state;
  const isNothing = data?.total === 0 && keyword === '';
  const isOtherwise = data !== undefined && !isNothing;

  return (
    <Card title={texts.table.title} actions={!isNothing && getOne}>
      <div className={styles.list}>
        {!isNothing && (
          <LicensesSearch
            keyword={keyword}
            onSearch={(wanted) => change({ keyword: wanted || undefined, pageNumber: undefined }, { replace: true })}
          />
        )}
        {keyword !== '' && data && !page.isPlaceholderData && <Announced>{texts.table.found(data.total)}</Announced>}
        <DataTable<License>
          label={texts.table.title}
          columns={columns}
          rowKey={({ licenseId }) => licenseId}
          rows={data?.items}
          problem={page.error && { message: texts.table.failed, requestId: requestIdOf(page.error) }}
          onRetry={() => void page.refetch()}
          stale={page.isPlaceholderData}
          isDimmed={({ status }) => status !== 'Active'}
          sort={{ current: state.sort, search: (sort) => ({ ...state, sort, pageNumber: undefined }) }}
          empty={<NoLicenses isOwn={isOwn} getOne={getOne} />}
          {...(isOtherwise && {
            noResult: (
              <NoResult keyword={keyword} onClear={() => change({ keyword: undefined, pageNumber: undefined })} />
            ),
          })}
        />
        {data && data.items.length > 0 && (
          <Pagination
            pageNumber={data.pageNumber}
            pageSize={data.pageSize}
            total={data.total}
            search={(pageNumber) => ({ ...state, pageNumber: pageNumber === 1 ? undefined : pageNumber })}
          />
        )}
      </div>
    </Card>
  );
}

/** Tools and brands are shown by name; what the user no longer has goes by its id. */
function useColumns(userId: number) {
  const { setup } = useSetup();
  const grants = useQuery(licensableBy(userId));
  const [now] = useState(Date.now);
  return licensesColumns({
    tools: new Map(grants.data?.items.map(({ tool, toolName }) => [tool, toolName])),
    brands: new Map(setup.brands.map(({ id, name }) => [id, name])),
    now,
  });
}

/** For oneself, or on behalf of somebody else. */
const GetLicense = ({ forUser }: { forUser?: number }) => (
  <LinkButton
    to="/license/verify"
    {...(forUser !== undefined && { search: { user: forUser } })}
    variant="primary"
    icon={<FileKey2 aria-hidden="true" />}
  >
    {forUser === undefined ? texts.table.getOne : texts.onBehalf.issue}
  </LinkButton>
);

const NoLicenses = ({ isOwn, getOne }: { isOwn: boolean; getOne: ReactNode }) => (
  <EmptyState title={texts.table.empty.title} actions={getOne}>
    <p>{isOwn ? texts.table.empty.text : texts.onBehalf.empty}</p>
  </EmptyState>
);

const NoResult = ({ keyword, onClear }: { keyword: string; onClear: () => void }) => (
  <EmptyState
    title={texts.table.noResult.title}
    actions={
      <Button onClick={onClear}>{keyword === '' ? texts.table.noResult.toStart : texts.table.noResult.clear}</Button>
    }
  >
    <p>{keyword === '' ? texts.table.noResult.page : texts.table.noResult.text(keyword)}</p>
  </EmptyState>
);

const requestIdOf = (error: Error): string | null => (error instanceof ApiProblem ? error.requestId : null);
