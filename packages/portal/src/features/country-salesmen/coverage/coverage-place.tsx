import { useQuery } from '@tanstack/react-query';
import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { formatPerson, type NameFormatter } from '../name-formatter.ts';
import { assignmentsList, type CoverageRow, type Options } from '../country-salesmen.queries.ts';
import { listNearestSalesmen, useChangeSalesman } from './change-salesman.ts';
import { isGap, type Cell } from './coverage-gaps.ts';
import styles from './coverage-map.module.css';

type PlaceProps = {
  row: CoverageRow;
  rows: readonly CoverageRow[];
  options: Options;
  names: NameFormatter;
  mayAssign: (cell: Cell) => boolean;
};

/** The chosen country of the map: for each brand who is responsible, how many customers there are, and a choice of another salesman. */
export function CoveragePlace({ row, rows, options, names, mayAssign }: PlaceProps) {
  const assignments = useQuery(assignmentsList.firstRows({ country: row.country }));
  return (
    <section className={styles.place} aria-label={names.country(row.country)}>
      <h2>{names.country(row.country)}</h2>
      <p className={styles.continent}>{row.continent}</p>
      {row.brands.map((cell) => (
        <BrandOfPlace
          key={cell.brand}
          cell={cell}
          country={row.country}
          brand={names.brand(cell.brand)}
          place={`${names.country(row.country)}, ${names.brand(cell.brand)}`}
          candidates={
            mayAssign(cell) && assignments.data
              ? listNearestSalesmen(options.salesmen, { rows, country: row.country, brand: cell.brand })
              : []
          }
          held={assignments.data?.items.filter(({ brand }) => brand === cell.brand) ?? []}
        />
      ))}
    </section>
  );
}

type BrandProps = {
  cell: Cell;
  country: string;
  brand: string;
  /** The names of country and brand. */
  place: string;
  /** The salesmen that may be chosen, the nearest first; none if the user may not assign. */
  candidates: ReturnType<typeof listNearestSalesmen>;
  held: readonly Assignment[];
};

function BrandOfPlace({ cell, country, brand, place, candidates, held }: BrandProps) {
  const changeSalesman = useChangeSalesman(place);
  const [assignment] = held;
  const counts = texts.map.people(cell.users, cell.requests);
  return (
    <div className={styles.brand} data-gap={isGap(cell) || undefined}>
      {candidates.length > 0 && held.length < 2 ? (
        <Select
          label={brand}
          hint={counts}
          placeholder={texts.map.gap}
          value={assignment ? String(assignment.salesman.userId) : ''}
          disabled={changeSalesman.isPending}
          options={candidates}
          onChange={({ target }) =>
            changeSalesman.mutate({
              assignment: assignment ?? null,
              body: { country, brand: cell.brand, salesmanId: Number(target.value) },
            })
          }
        />
      ) : (
        <>
          <p>{brand}</p>
          <p>
            <strong>{cell.salesmen.map(formatPerson).join(', ') || texts.map.gap}</strong>
          </p>
          <p className={styles.continent}>{counts}</p>
        </>
      )}
    </div>
  );
}
