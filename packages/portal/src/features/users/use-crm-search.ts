import type { Reply } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { user as texts } from '#portal/texts/user.ts';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import { createCrmAccountsQuery } from './user.queries.ts';

export type CrmAccount = Reply<typeof users.crm>['items'][number];

/** Searches the CRM accounts that contain the text. `loadMore` loads the next ten; `status` describes the state of the search. */
export function useCrmSearch(text: string, isOpen: boolean) {
  const keyword = useDebounced(text.trim());
  const search = useInfiniteQuery({ ...createCrmAccountsQuery(keyword), enabled: isOpen && keyword !== '' });
  const pages = search.data?.pages ?? [];
  const accounts = pages.flatMap(({ items }) => items);
  const isSearching = search.isFetching || keyword !== text.trim();
  return {
    accounts: isOpen ? accounts : [],
    loadMore: search.hasNextPage && !isSearching ? () => void search.fetchNextPage() : null,
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
