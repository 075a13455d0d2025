import { useEffect, useEffectEvent } from 'react';
import { Button } from '#portal/ui/buttons/button.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { lists } from '#portal/texts/lists.ts';

const defaults = lists.noResult;

/**
 * The texts that are shown when no row matches. `title` and `clear` have defaults; `clear` is the label of the button that shows the whole
 * list.
 */
export type NoResultTexts = { title?: string; text: string; clear?: string };

/** The search parameters of a list without page, search and filters. */
export type ClearedListSearch = { readonly pageNumber: undefined };

/** Changes the page, the search and the filters of a list; with `replace` the Back button skips the previous page. */
export type ChangeListPage = (change: { pageNumber: number | undefined }, options?: { replace: boolean }) => void;

type NoResultProps = {
  texts: NoResultTexts;
  /** The page of the list, which has no rows. */
  page: { total: number; pageSize: number };
  cleared: ClearedListSearch;
  onChange: ChangeListPage;
};

/**
 * Shown when no row matches the search and the filters. A page after the last page is replaced by the last page, for example when its only
 * row was deleted.
 */
export const NoResult = ({ texts, page, cleared, onChange }: NoResultProps) =>
  page.total > 0 ? (
    <LastPage {...page} onChange={onChange} />
  ) : (
    <EmptyState
      title={texts.title ?? defaults.title}
      picture="search"
      actions={<Button onClick={() => onChange(cleared)}>{texts.clear ?? defaults.clear}</Button>}
    >
      <p>{texts.text}</p>
    </EmptyState>
  );

function LastPage({ total, pageSize, onChange }: NoResultProps['page'] & Pick<NoResultProps, 'onChange'>) {
  const openLastPage = useEffectEvent(() => {
    const lastPage = Math.ceil(total / pageSize);
    onChange({ pageNumber: lastPage > 1 ? lastPage : undefined }, { replace: true });
  });
  useEffect(() => openLastPage(), []);
  return null;
}
