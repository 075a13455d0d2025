import { useRef } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { LimitedTable } from '#portal/ui/lists/limited-table.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import styles from '../country-salesman.module.css';
import type { CoverageRow, Options } from '../country-salesmen.queries.ts';
import type { NameFormatter } from '../name-formatter.ts';
import { listNearestSalesmen, useChangeSalesman } from './change-salesman.ts';
import type { Gap } from './coverage-gaps.ts';

const firstRows = 8;

type GapListProps = {
  gaps: readonly Gap[];
  rows: readonly CoverageRow[];
  options: Options;
  names: NameFormatter;
  /** Whether the user may choose a salesman in each row. */
  mayAssign: boolean;
};

/** The gaps, each with the people who wait and, for administrators, a choice of the salesman. */
export const GapList = ({ gaps, rows, options, names, mayAssign }: GapListProps) => (
  <LimitedTable<Gap>
    title={texts.gaps.title}
    isTitleHidden
    rows={gaps}
    total={gaps.length}
    firstRows={firstRows}
    rowKey={({ country, brand }) => `${country} ${brand}`}
    columns={[...createGapColumns(names), ...(mayAssign ? [createSalesmanColumn({ rows, options, names })] : [])]}
  />
);

const createGapColumns = (names: NameFormatter): readonly Column<Gap>[] => [
  {
    id: 'country',
    header: texts.country,
    isCardTitle: true,
    cell: ({ country }) => <span className={styles.country}>{names.country(country)}</span>,
  },
  { id: 'brand', header: texts.brand, cell: ({ brand }) => names.brand(brand) },
  { id: 'users', header: texts.users, cell: ({ users }) => formatNumber(users) },
  { id: 'requests', header: texts.openRequests, cell: ({ requests }) => formatNumber(requests) },
];

const createSalesmanColumn = (props: Pick<GapListProps, 'rows' | 'options' | 'names'>): Column<Gap> => ({
  id: 'salesman',
  header: texts.salesman,
  needsNoHeading: true,
  cell: (gap) => <SalesmanOfGap gap={gap} {...props} />,
});

/** The choice of a salesman, which is saved at once. The row then leaves the list, and the field of the next row gets the focus. */
function SalesmanOfGap({ gap, rows, options, names }: Pick<GapListProps, 'rows' | 'options' | 'names'> & { gap: Gap }) {
  const { country, brand } = gap;
  const place = `${names.country(country)}, ${names.brand(brand)}`;
  const changeSalesman = useChangeSalesman(place);
  const fieldRef = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.inRow} ref={fieldRef}>
      <PickerField
        label={texts.gaps.salesmanFor(place)}
        placeholder={texts.gaps.choose}
        options={listNearestSalesmen(options.salesmen, { rows, country, brand })}
        value={changeSalesman.isPending ? String(changeSalesman.variables.body.salesmanId) : ''}
        unknownError={texts.unknownSalesman}
        onChange={(value) => {
          if (value === '' || changeSalesman.isPending) return;
          const body = { country, brand, salesmanId: Number(value) };
          changeSalesman.mutate({ assignment: null, body }, { onSuccess: () => moveFocusOn(fieldRef.current) });
        }}
      />
    </div>
  );
}

/** Moves the focus from a row that leaves the list to the field of the next row, or the one before, or the title of the page. */
function moveFocusOn(field: HTMLElement | null): void {
  if (!field?.contains(document.activeElement)) return;
  const row = field.closest('tr');
  const fields = [row?.nextElementSibling, row?.previousElementSibling].map((other) => other?.querySelector('input'));
  (fields.find(Boolean) ?? document.querySelector('h1'))?.focus();
}
