import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { HomeFigures } from '@basics/contract/home/home.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { home as texts } from '#portal/texts/home.ts';
import { Card, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { LoadFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import styles from './staff-figures.module.css';
import { staffFigures } from './home.queries.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { formatMoment, formatMonth, formatShortMonth } from '#portal/messages/times.ts';

// The plots and their library are loaded separately, so that the numbers appear early.
const BarPlot = createLazyPart(async () => (await import('#portal/ui/content/bar-plot.tsx')).BarPlot);

/** For each figure: the number of rows in its table, and the height of its plot in CSS pixels. */
const figureSizes = { ages: { rows: 6, plot: 200 }, months: { rows: 12, plot: 300 } };

/** Shows the open work of staff as plots and tables, with links to the corresponding lists. */
export function StaffFigures() {
  const { data, error, refetch } = useQuery(staffFigures);
  if (error && !data)
    return <LoadFailed title={texts.figures.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />;
  return (
    <div className={styles.figures}>
      {!data && <AnnouncedText>{texts.figures.loading}</AnnouncedText>}
      <Figure
        texts={texts.figures.licenses}
        total={data?.licenses.total}
        rows={data && createMonthRows(data.licenses)}
        size={figureSizes.months}
        allRowsLink={{ to: '/licenses', search: { status: 'Active' } }}
      />
      <Figure
        texts={texts.figures.requests}
        total={data?.requests.total}
        rows={data && createAgeRows(data.requests)}
        size={figureSizes.ages}
        allRowsLink={{ to: '/requests', search: {} }}
      />
      <Figure
        texts={texts.figures.neverActivated}
        total={data?.neverActivated.total}
        rows={data && createAgeRows(data.neverActivated)}
        size={figureSizes.ages}
        allRowsLink={{ to: '/users', search: { status: 'approved' } }}
      />
    </div>
  );
}

/** Warnings for administrators about the clock of the server and about attacks on passwords. */
export function StaffNotices() {
  const { data } = useQuery(staffFigures);
  return (
    <>
      {data?.clock && <ClockNotice clockDoubt={data.clock} />}
      {data?.spraying && <SprayingNotice spraying={data.spraying} />}
    </>
  );
}

type FigureSize = (typeof figureSizes)[keyof typeof figureSizes];

type FigureProps = {
  texts: (typeof texts.figures)[keyof Pick<HomeFigures, 'requests' | 'licenses' | 'neverActivated'>];
  total: number | undefined;
  rows: readonly FigureRow[] | undefined;
  size: FigureSize;
  allRowsLink: { to: string; search: Record<string, unknown> };
};

function Figure({ texts: figureTexts, total, rows, size, allRowsLink }: FigureProps) {
  return (
    <Card title={figureTexts.title} actions={<Link {...allRowsLink}>{figureTexts.all}</Link>}>
      {total === undefined || rows === undefined ? (
        <FigurePlaceholder size={size} />
      ) : total === 0 ? (
        <p className={styles.nothing}>{figureTexts.none}</p>
      ) : (
        <>
          <p className={styles.total}>{figureTexts.total(total)}</p>
          <div className={styles.beside}>
            <Suspense fallback={<Skeleton height={`${size.plot}px`} />}>
              <BarPlot bars={rows} height={size.plot} />
            </Suspense>
            <NumbersTable caption={figureTexts.title} headTexts={figureTexts.head} rows={rows} />
          </div>
        </>
      )}
    </Card>
  );
}

/** A skeleton with the final size of the total, the plot and the table. */
const FigurePlaceholder = ({ size }: { size: FigureSize }) => (
  <>
    <Skeleton width="12em" height="1lh" />
    <div className={styles.beside}>
      <Skeleton height={`${size.plot}px`} />
      <Skeleton height={`${(size.rows + 1) * 2}rem`} />
    </div>
  </>
);

type NumbersTableProps = { caption: string; headTexts: { span: string; count: string }; rows: readonly FigureRow[] };

const NumbersTable = ({ caption, headTexts, rows }: NumbersTableProps) => (
  <table className={styles.numbers} aria-label={caption}>
    <thead>
      <tr>
        <th scope="col">{headTexts.span}</th>
        <th scope="col">{headTexts.count}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, label, count, to, search }) => (
        <tr key={id}>
          <th scope="row">
            {count > 0 && to !== null ? (
              <Link to={to} search={search}>
                {label}
              </Link>
            ) : (
              label
            )}
          </th>
          <td>{count}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Warns administrators that the clock of the server may be wrong, with the consequences and how to fix it. */
const ClockNotice = ({ clockDoubt }: { clockDoubt: NonNullable<HomeFigures['clock']> }) => (
  <Notice tone="warn" title={texts.clock.title[clockDoubt.kind]}>
    <p>{texts.clock.times[clockDoubt.kind](formatMoment(clockDoubt.from), formatMoment(clockDoubt.to))}</p>
    <p>{texts.clock.next[clockDoubt.kind]}</p>
  </Notice>
);

/**
 * One bar of a figure, which is also one row of the table of the figure. `tick` is the text below the bar, `label` the
 * text in the table, and `to` the page that lists the counted records, or null.
 */
type FigureRow = {
  id: string;
  tick: string;
  label: string;
  count: number;
  to: string | null;
  search: Record<string, unknown>;
};

/** Creates the rows for requests or never activated accounts, grouped by age. */
const createAgeRows = ({ byAge }: HomeFigures['requests']): FigureRow[] =>
  byAge.map(({ fromDays, toDays, count }) => ({
    id: String(fromDays),
    ...formatAge(fromDays, toDays),
    count,
    to: null,
    search: {},
  }));

/** Creates the rows for licences by the month in which they expire. Each row links to the licences of its month. */
const createMonthRows = ({ byMonth }: HomeFigures['licenses']): FigureRow[] =>
  byMonth.map(({ month, count }) => ({
    id: month,
    tick: formatShortMonth(month),
    label: formatMonth(month),
    count,
    to: '/licenses',
    search: { status: 'Active', endsFrom: `${month}-01`, endsTo: findLastDay(month) },
  }));

function formatAge(fromDays: number, toDays: number | null): { tick: string; label: string } {
  const { ages } = texts.figures;
  if (toDays === null) return { tick: `${fromDays}+`, label: ages.atLeast(fromDays) };
  const range = `${fromDays}–${toDays}`;
  return { tick: range, label: ages.between(range) };
}

const findFirstDay = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

function findLastDay(month: string): string {
  const firstDay = findFirstDay(month);
  return new Date(Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

/** Warns administrators that the same password was tried at many accounts, with a link to the entries of the audit log. */
const SprayingNotice = ({ spraying }: { spraying: NonNullable<HomeFigures['spraying']> }) => (
  <Notice tone="warn" title={texts.spraying.title}>
    <p>{texts.spraying.count(spraying.passwords, formatMoment(spraying.latest))}</p>
    <p>
      <Link to="/admin/audit" search={{ action: 'session.passwordSprayed' }}>
        {texts.spraying.show}
      </Link>
    </p>
  </Notice>
);
