import { useInfiniteQuery } from '@tanstack/react-query';
import { user as texts } from '#portal/texts/user.ts';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import { createCrmAccountsQuery } from './user.queries.ts';

/** Searches the CRM accounts that contain the text. `more` loads the next ten accounts. `status` is a text about the search. */
export function useCrmSearch(text: string) {
  const keyword = useDebounced(text);
  const search = useInfiniteQuery({ ...createCrmAccountsQuery(keyword), enabled: text !== '' && keyword !== '' });
  const pages = search.data?.pages ?? [];
  const isSearching = search.isFetching || keyword !== text;
  return {
    accounts: pages.flatMap(({ items }) => items),
    more:
      search.hasNextPage && !isSearching
        ? { label: texts.form.crmMore, load: () => void search.fetchNextPage() }
        : null,
    status: describeSearch(),
  };

  function describeSearch(): string {
    if (isSearching) return texts.form.crmSearching;
    if (search.error) return texts.form.crmFailed;
    const firstPage = pages[0];
    if (!firstPage) return '';
    if (firstPage.hint !== undefined) return firstPage.hint;
    return firstPage.total === 0 ? texts.form.crmNone : texts.form.crmFound(firstPage.total);
  }
}
