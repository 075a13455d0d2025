import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Reply } from '@basics/contract/endpoint.ts';
import { Link } from '@tanstack/react-router';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './country-salesman.module.css';
import { formatPerson } from './names.ts';
import type { Names } from './names.ts';

export type CoverageRow = Reply<typeof countrySalesmen.coverage>['rows'][number];
type Cell = CoverageRow['brands'][number];

/** Whether users wait here without a salesman. */
export const isGap = ({ salesmen, users, requests }: Cell): boolean => salesmen.length === 0 && users + requests > 0;

type Dependencies = {
  brands: readonly string[];
  names: Names;
  mayAssign: (country: string) => boolean;
  /** Whether all users are counted, not only those in the scope of the reader. */
  countsAll: boolean;
};

export const createCoverageColumns = ({
  brands,
  names,
  mayAssign,
  countsAll,
}: Dependencies): readonly Column<CoverageRow>[] => [
  {
    id: 'country',
    header: texts.country,
    isCardTitle: true,
    cell: ({ country, continent }) => (
      <span className={styles.lines}>
        <span className={styles.country}>{names.country(country)}</span>
        <span className={styles.muted}>{continent}</span>
      </span>
    ),
  },
  ...brands.map((brand): Column<CoverageRow> => ({
    id: brand,
    header: names.brand(brand),
    cell: ({ country, brands: cells }) => {
      const cell = cells.find((each) => each.brand === brand);
      const place = texts.matrix.assignFor(names.country(country), names.brand(brand));
      return cell && <CoverageCell {...{ cell, country, countsAll }} place={mayAssign(country) ? place : null} />;
    },
  })),
];

type CoverageCellProps = { cell: Cell; country: string; place: string | null; countsAll: boolean };

/** Shows the salesmen, or a text if there is none; `place` names the gap for screen readers if the reader may fill it. */
function CoverageCell({ cell, country, place, countsAll }: CoverageCellProps) {
  const { salesmen, brand } = cell;
  if (salesmen.length === 0 && !isGap(cell))
    return <span className={styles.muted}>{countsAll ? texts.matrix.notNeeded : texts.matrix.scoped.nobody}</span>;
  return (
    <span className={styles.lines}>
      {isGap(cell) ? (
        <span>
          <StatusBadge tone="warn">{texts.matrix.gap}</StatusBadge>
        </span>
      ) : (
        <span>{salesmen.map(formatPerson).join(', ')}</span>
      )}
      <span className={styles.muted}>{formatPeople(cell, countsAll)}</span>
      {isGap(cell) && place !== null && (
        <Link to="." search={{ add: { country, brand } }}>
          {texts.matrix.assign} <VisuallyHidden>{place}</VisuallyHidden>
        </Link>
      )}
    </span>
  );
}

function formatPeople({ users, requests }: Cell, countsAll: boolean): string {
  const { waiting, nobodyHere, scoped } = texts.matrix;
  if (users + requests === 0) return countsAll ? nobodyHere : scoped.nobody;
  return (countsAll ? waiting : scoped.waiting)(users, requests);
}
