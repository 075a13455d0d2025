import { numberInPath } from '@basics/contract/fields.ts';
import { mail as calls, mailState } from '@basics/contract/mail.ts';
import type { Letter } from '@basics/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useSetup } from '#portal/brand/brand.tsx';
import { mail as texts } from '#portal/texts/mail.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { pageAndKeyword } from '#portal/ui/lists/list-address.ts';
import { ListFilters } from '#portal/ui/lists/list-filters.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { LetterPanel } from './letter-panel.tsx';
import { lettersColumns } from './letters-columns.tsx';
import { exportLetters, lettersLike } from './mail.queries.ts';

/** What the address remembers: of the list the fields of its call, and which mail is open. */
const addressed = z.object({
  ...pageAndKeyword,
  sort: calls.search.body.shape.sort,
  state: z.optional(mailState),
  mail: z.optional(numberInPath),
});
type Addressed = z.infer<typeof addressed>;

const cleared = { keyword: undefined, state: undefined, pageNumber: undefined };

/** The outbox: what the portal wrote to whom, whether it went out, and the way to send it again. */
export function MailPage() {
  const [state, change] = useSearchState(addressed);
  const { mail: opened, ...asked } = state;
  const { setup } = useSetup();
  const page = useQuery(lettersLike(asked));
  const delivers = page.data?.delivers ?? true;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <Stack>
        {!delivers && (
          <Notice tone="info" title={texts.holding.title}>
            <p>{texts.holding.text}</p>
          </Notice>
        )}
        <Card>
          <Stack>
            <Filters state={state} change={change} />
            <PagedTable<Letter>
              label={texts.title}
              columns={lettersColumns({
                brands: new Map(setup.brands.map(({ id, name }) => [id, name])),
                search: (mail) => ({ ...state, mail }),
              })}
              rowKey={({ mailId }) => mailId}
              page={page}
              words={texts}
              address={state}
              cleared={cleared}
              onChange={change}
              announce={texts.found}
            />
            <ExportButton total={page.data?.total ?? 0} fetchFile={(signal) => exportLetters(asked, signal)} />
          </Stack>
        </Card>
      </Stack>
      {opened !== undefined && (
        <LetterPanel mailId={opened} delivers={delivers} onClose={() => change({ mail: undefined })} />
      )}
    </>
  );
}

const Filters = ({ state, change }: { state: Addressed; change: Change<Addressed> }) => (
  <ListFilters
    search={<SearchField label={texts.search} keyword={state.keyword} onChange={change} />}
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
    onClear={() => change(cleared)}
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
