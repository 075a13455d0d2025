import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { Pencil, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListCount } from '@basics/contract/saved-views/list-counts.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { fromQueryString } from '#portal/api/query-string.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { savedViews as texts } from '#portal/texts/saved-views.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { readListsWithViews, storeHasViews, type ViewedList } from '#portal/ui/filters/search-state.ts';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import { EditView } from './edit-view.tsx';
import { createCountsQuery, isCounted, useSaveView, viewsQuery, type View } from './saved-views.queries.ts';
import styles from './saved-views.module.css';

/** The search parameter of the tab "All" where the list opens with another view. */
const allRows = { all: 'true' };

/**
 * The tabs above a list: all rows, the shared views, and the user's own views, with the number of their rows. A list without views has no
 * tabs until it is filtered, when the filters can be saved as its first view.
 */
export function SavedViews({ list }: { list: ViewedList }) {
  const user = useUser();
  const { path, query, isBare } = useCurrentView(list);
  const { data } = useQuery(viewsQuery);
  const views: View[] = [...(data?.shared ?? []), ...(data?.items ?? [])].filter((view) => view.list === path);
  const firstView = views.find(({ opensFor }) => opensFor?.some((profile) => profile === user.profileID));
  const isLoaded = data !== undefined;
  useFirstView({ isLoaded, view: isBare ? firstView : undefined, path });
  const shown = query === '' ? null : views.find((view) => sortQuery(view.query) === sortQuery(query));
  // A view stays marked while its filters change, so that the change can be saved.
  const [openedKey, setOpenedKey] = useState<string | null>(null);
  const shownKey = shown === undefined ? openedKey : shown && toKey(shown);
  if (shownKey !== openedKey) setOpenedKey(shownKey);
  const opened = views.find((view) => toKey(view) === shownKey);
  const mayEdit = opened && (opened.opensFor === undefined || findRole(user.profileID) === 'Administrator');
  const [hadViews] = useState(() => readListsWithViews().includes(path));
  useEffect(() => {
    if (isLoaded) storeHasViews(path, views.length > 0);
  }, [isLoaded, path, views.length]);
  const countsQuery = createCountsQuery(
    path,
    list,
    views.map((view) => view.query),
  );
  const { data: counts = [] } = useQuery({ ...countsQuery, enabled: views.length > 0 && list.hasRows });
  if (views.length === 0 && query === '' && (isLoaded || !hadViews)) return null;
  return (
    <div className={styles.bar}>
      <nav className={styles.tabs} aria-label={texts.title}>
        <ViewTab path={path} search={firstView ? allRows : {}} isCurrent={!opened}>
          {texts.all}
        </ViewTab>
        {views.map((view, at) => (
          <ViewTab
            key={toKey(view)}
            path={path}
            search={fromQueryString(view.query)}
            isCurrent={view === opened}
            count={counts[at]}
            isCounted={isCounted(path)}
          >
            {view.name}
          </ViewTab>
        ))}
      </nav>
      {opened && shown === undefined && <ChangedView view={opened} query={query} mayEdit={mayEdit === true} />}
      {(query !== '' || mayEdit) && (
        <SaveView {...{ path, query }} view={mayEdit ? opened : undefined} isChanged={shown === undefined} />
      )}
    </div>
  );
}

type SaveViewProps = {
  path: string;
  query: string;
  /** The view that the tabs show, if the user may change it. */
  view: View | undefined;
  isChanged: boolean;
};

/** The button that saves what the list shows as a view, or changes the shown view. */
const SaveView = ({ path, query, view, isChanged }: SaveViewProps) => (
  <Popover
    label={texts.title}
    renderTrigger={(triggerProps) => (
      // Always the same element, which keeps the focus when a view is saved.
      <Button
        variant="quiet"
        icon={view && !isChanged ? <Pencil aria-hidden="true" /> : <Plus aria-hidden="true" />}
        {...triggerProps}
      >
        {view ? <VisuallyHidden>{texts.edit(view.name)}</VisuallyHidden> : texts.create}
      </Button>
    )}
  >
    {(_, close) => (
      <div className={styles.panel}>
        <EditView key={`${path} ${query} ${view ? toKey(view) : ''}`} {...{ path, query, close, view }} />
      </div>
    )}
  </Popover>
);

const toKey = ({ name, opensFor }: View): string => `${opensFor ? 'shared' : 'own'} ${name}`;

/** Sorts the parameters, so that the same filters that were chosen in another order are the same view. */
const sortQuery = (query: string): string => {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
};

/** Returns the path of the list, and its keyword, filters, sort order and columns as a query string. */
function useCurrentView({ filterNames }: ViewedList) {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const parameters = new URLSearchParams(searchStr);
  const viewNames = ['keyword', 'filters', 'sort.field', 'sort.direction', 'columns', 'pageSize', ...filterNames];
  const shown = new URLSearchParams([...parameters].filter(([name]) => viewNames.includes(name)));
  return { path: pathname, query: shown.toString(), isBare: parameters.size === 0 };
}

type FirstViewProps = { isLoaded: boolean; view: View | undefined; path: string };

/** Opens the view with which the list opens, once, if the address of the page chose nothing else. */
function useFirstView({ isLoaded, view, path }: FirstViewProps): void {
  const navigate = useNavigate();
  const isDone = useRef(false);
  const open = useEffectEvent(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (view) void navigate({ to: path, search: fromQueryString(view.query), replace: true });
  });
  useEffect(() => {
    if (isLoaded) open();
  }, [isLoaded]);
}

type ViewTabProps = {
  path: string;
  search: Record<string, unknown>;
  isCurrent: boolean;
  count?: ListCount | undefined;
  /** Whether there is a number, for which the tab keeps space. The tab of all rows has none, because it stands beside the filters. */
  isCounted?: boolean;
  children: string;
};

const ViewTab = ({ path, search, isCurrent, count, isCounted: hasCount = false, children }: ViewTabProps) => (
  <Link
    to={path}
    search={search}
    resetScroll={false}
    className={styles.tab ?? ''}
    activeOptions={{ exact: true }}
    data-current={isCurrent}
    {...(isCurrent && { 'aria-current': 'true' })}
  >
    <span>{children}</span>
    {hasCount && <b>{count && texts.count(count.total, count.totalIsMinimum ?? false)}</b>}
  </Link>
);

/** Saves the changed filters in the view, or restores its filters. */
function ChangedView({ view, query, mayEdit }: { view: View; query: string; mayEdit: boolean }) {
  const saveMutation = useSaveView(failureAsToast);
  const navigate = useNavigate();
  return (
    <>
      {mayEdit && (
        <Button
          variant="quiet"
          aria-label={texts.saveChange(view.name)}
          busy={saveMutation.isPending}
          onClick={() => saveMutation.mutate({ ...view, query })}
        >
          {texts.saveShort}
        </Button>
      )}
      <Button
        variant="quiet"
        aria-label={texts.reset(view.name)}
        onClick={() => void navigate({ to: view.list, search: fromQueryString(view.query) })}
      >
        {texts.resetShort}
      </Button>
    </>
  );
}
