import { CircleAlert, CircleCheck, Info, TriangleAlert, RotateCw } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';
import styles from './notice.module.css';
import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

type NoticeProps = {
  tone: keyof typeof icons;
  title?: string;
  children?: Elements;
  /** Buttons or links for the next step. */
  actions?: ReactNode;
  /** `alert` for the result of an action, `status` for less urgent news, absent for a notice that the page shows from the start. */
  role?: 'alert' | 'status';
  ref?: Ref<HTMLDivElement>;
};

/** A message that stays on the page, such as above a form or a list. */
export function Notice({ tone, title, children, actions, role, ref }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={joinClasses(styles.notice, styles[tone])} role={role} ref={ref}>
      <Icon aria-hidden="true" />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

type LoadFailedProps = {
  title: string;
  /** The id of the failed request, which is shown to the user so that support can find the request in the log. */
  requestId?: string | null;
  onRetry: () => void;
};

/** Shown in place of data that could not be loaded, with a button to try again. */
export const LoadFailed = ({ title, requestId = null, onRetry }: LoadFailedProps) => (
  <Notice
    tone="danger"
    role="alert"
    title={title}
    actions={
      <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
        {texts.retry}
      </Button>
    }
  >
    {requestId !== null && <p>{texts.reference(requestId)}</p>}
  </Notice>
);

type FailingQuery = { error: (Error & { requestId?: string | null }) | null; refetch: () => unknown };

type QueryFailedProps = { query: FailingQuery; title: string };

/** Shows an error if the query failed, and nothing if it did not fail. */
export const QueryFailed = ({ query: { error, refetch }, title }: QueryFailedProps) =>
  error && <LoadFailed title={title} requestId={error.requestId ?? null} onRetry={() => void refetch()} />;

type QueryContentProps<Data> = {
  query: FailingQuery & { data: Data | undefined };
  failedTitle: string;
  /** Shown while the query has neither data nor an error. */
  loading: Elements;
  children: (data: Data) => Elements;
};

/**
 * Shows the data of a query. If the query has no data, the component shows the error with a button to try again, or the placeholder while
 * the query is loading.
 */
export function QueryContent<Data>({ query, failedTitle, loading, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <QueryFailed query={query} title={failedTitle} /> : loading;
}
