import type { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { Link } from '@tanstack/react-router';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import styles from '../country-salesman.module.css';
import { formatPerson, type NameFormatter } from '../name-formatter.ts';

export type CoverageRow = Reply<typeof countrySalesmen.coverage>['rows'][number];
type Cell = CoverageRow['brands'][number];

/** Returns whether a country and brand has users or requests but no salesman. */
export const isGap = ({ salesmen, users, requests }: Cell): boolean => salesmen.length === 0 && users + requests > 0;

type ColumnOptions = {
  brands: readonly string[];
  names: NameFormatter;
  mayAssign: (country: string) => boolean;
  /** Whether the counts include all users, not only those in the scope of the signed-in user. */
  countsAll: boolean;
};

export const createCoverageColumns = ({
  brands,
  names,
  mayAssign,
  countsAll,
}: ColumnOptions): readonly Column<CoverageRow>[] => [
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
      const cell = cells.find((brandCell) => brandCell.brand === brand);
      const gapLabel = texts.matrix.assignFor(names.country(country), names.brand(brand));
      return cell && <CoverageCell {...{ cell, country, countsAll }} gapLabel={mayAssign(country) ? gapLabel : null} />;
    },
  })),
];

type CoverageCellProps = { cell: Cell; country: string; gapLabel: string | null; countsAll: boolean };

/**
 * Shows the salesmen of a country and brand, or a text if there is no salesman. `gapLabel` is the link text for screen
 * readers; it is null if the user may not assign a salesman.
 */
function CoverageCell({ cell, country, gapLabel, countsAll }: CoverageCellProps) {
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
      <span className={styles.gap}>
        <span className={styles.muted}>{formatCounts(cell, countsAll)}</span>
        {isGap(cell) && gapLabel !== null && (
          <Link to="." search={{ add: { country, brand } }}>
            {texts.matrix.assign} <VisuallyHidden>{gapLabel}</VisuallyHidden>
          </Link>
        )}
      </span>
    </span>
  );
}

function formatCounts({ users, requests }: Cell, countsAll: boolean): string {
  const { waiting, nobodyHere, scoped } = texts.matrix;
  if (users + requests === 0) return countsAll ? nobodyHere : scoped.nobody;
  return (countsAll ? waiting : scoped.waiting)(users, requests);
}
