import { numberInPath } from '@basics/contract/fields.ts';
import { limits } from '@basics/contract/limits.ts';
import { mail as calls, mailState } from '@basics/contract/mail.ts';
import type { Letter } from '@basics/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { mail as texts } from '#portal/messages/en/mail.ts';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { DataTable } from '#portal/ui/data-table.tsx';
import { EmptyState } from '#portal/ui/empty-state.tsx';
import { ListFilters } from '#portal/ui/list-filters.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import { PageHeading } from '#portal/ui/page-heading.tsx';
import { Pagination } from '#portal/ui/pagination.tsx';
import { SearchField } from '#portal/ui/search-field.tsx';
import { useSearchState } from '#portal/ui/search-state.ts';
import { Select } from '#portal/ui/select.tsx';
import { Announced } from '#portal/ui/visually-hidden.tsx';
import { LetterPanel } from './letter-panel.tsx';
import { lettersColumns } from './letters-columns.tsx';
import { lettersLike } from './mail.queries.ts';
import type { LettersAsked } from './mail.queries.ts';
import styles from './mail.module.css';

/** What the address remembers: of the list the fields of its call, and which mail is open. */
const addressed = z.object({
  pageNumber: z.optional(numberInPath),
  keyword: z.optional(z.string().check(z.maxLength(limits.text.keyword))),
  sort: calls.search.body.shape.sort,
  state: z.optional(mailState),
  mail: z.optional(numberInPath),
});
type Addressed = z.infer<typeof addressed>;
type Change = (change: Partial<Addressed>, how?: { replace: boolean }) => void;

const nothing = { keyword: undefined, state: undefined, pageNumber: undefined };

/** What of the address is asked of the server. */
const askedBy = (state: Addressed): LettersAsked =>
  Object.fromEntries(Object.entries(state).filter(([field, value]) => field !== 'mail' && value !== undefined));

/** The outbox: what the portal wrote to whom, whether it went out, and the way to send it again. */
export function MailPage() {
  const [state, change] = useSearchState(addressed);
  const { mail: opened } = state;
  const page = useLetters(askedBy(state));
  const delivers = page.data?.delivers ?? true;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className={styles.list}>
        {!delivers && (
          <Notice tone="info" title={texts.holding.title}>
            <p>{texts.holding.text}</p>
          </Notice>
        )}
        <Card>
          <div className={styles.list}>
            <Filters state={state} change={change} />
            <Letters page={page} state={state} onClear={() => change(nothing)} />
          </div>
        </Card>
      </div>
      {opened !== undefined && (
        <LetterPanel mailId={opened} delivers={delivers} onClose={() => change({ mail: undefined })} />
      )}
    </>
  );
}

const Filters = ({ state, change }: { state: Addressed; change: Change }) => (
  <ListFilters
    search={
      <SearchField
        label={texts.search}
        keyword={state.keyword ?? ''}
        onSearch={(word) => change({ keyword: word || undefined, pageNumber: undefined }, { replace: true })}
      />
    }
    chips={
      state.state === undefined
        ? []
        : [
            {
              id: 'state',
              words: texts.chip(texts.state, texts.states[state.state]),
              onRemove: () => change({ state: undefined, pageNumber: undefined }),
            },
          ]
    }
    onClear={() => change(nothing)}
  >
    <Select
      label={texts.state}
      placeholder={texts.anyState}
      value={state.state ?? ''}
      options={mailState.options.map((each) => ({ value: each, label: texts.states[each] }))}
      onChange={({ target }) =>
        change({ state: mailState.options.find((each) => each === target.value), pageNumber: undefined })
      }
    />
  </ListFilters>
);

type LettersProps = {
  page: ReturnType<typeof useLetters>;
  state: Addressed;
  onClear: () => void;
};

const useLetters = (asked: LettersAsked) => useQuery(lettersLike(asked));

function Letters({ page, state, onClear }: LettersProps) {
  const { setup } = useSetup();
  const { data } = page;
  const isAsked = [state.keyword, state.state, state.pageNumber].some((each) => each !== undefined);
  return (
    <>
      {isAsked && data && !page.isPlaceholderData && <Announced>{texts.found(data.total)}</Announced>}
      <DataTable<Letter>
        label={texts.title}
        columns={lettersColumns({
          brands: new Map(setup.brands.map(({ id, name }) => [id, name])),
          search: (mail) => ({ ...state, mail }),
        })}
        rowKey={({ mailId }) => mailId}
        rows={data?.items}
        problem={page.error && { message: texts.failed, requestId: requestIdOf(page.error) }}
        onRetry={() => void page.refetch()}
        stale={page.isPlaceholderData}
        sort={{ current: state.sort, search: (sort) => ({ ...state, sort, pageNumber: undefined }) }}
        empty={
          <EmptyState title={texts.empty.title}>
            <p>{texts.empty.text}</p>
          </EmptyState>
        }
        {...(isAsked && { noResult: <NoResult hasPages={(data?.total ?? 0) > 0} onClear={onClear} /> })}
      />
      {data && data.items.length > 0 && (
        <Pagination
          pageNumber={data.pageNumber}
          pageSize={data.pageSize}
          total={data.total}
          search={(pageNumber) => ({ ...state, pageNumber: pageNumber === 1 ? undefined : pageNumber })}
        />
      )}
    </>
  );
}

const NoResult = ({ hasPages, onClear }: { hasPages: boolean; onClear: () => void }) => (
  <EmptyState
    title={texts.noResult.title}
    actions={<Button onClick={onClear}>{hasPages ? texts.noResult.toStart : texts.noResult.clear}</Button>}
  >
    <p>{hasPages ? texts.noResult.page : texts.noResult.text}</p>
  </EmptyState>
);
