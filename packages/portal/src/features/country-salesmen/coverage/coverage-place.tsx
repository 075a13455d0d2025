import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { formatPerson, type NameFormatter } from '../name-formatter.ts';
import {
  assignmentsList,
  invalidateAssignments,
  removeAssignments,
  saveAssignment,
  type Options,
} from '../country-salesmen.queries.ts';
import { isGap, type CoverageRow } from './coverage-columns.tsx';
import styles from './coverage-map.module.css';

type Cell = CoverageRow['brands'][number];
type PlaceProps = {
  row: CoverageRow;
  rows: readonly CoverageRow[];
  options: Options;
  names: NameFormatter;
  mayAssign: boolean;
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
          candidates={mayAssign && assignments.data ? sortByNearness(options.salesmen, { row, rows, cell }) : []}
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
  candidates: Options['salesmen'];
  held: readonly Assignment[];
};

function BrandOfPlace({ cell, country, brand, place, candidates, held }: BrandProps) {
  const changeSalesman = useChangeSalesman(place);
  const [assignment] = held;
  const counts = texts.matrix.waiting(cell.users, cell.requests);
  return (
    <div className={styles.brand} data-gap={isGap(cell) || undefined}>
      {candidates.length > 0 && held.length < 2 ? (
        <Select
          label={brand}
          hint={counts}
          placeholder={texts.matrix.gap}
          value={assignment ? String(assignment.salesman.userId) : ''}
          disabled={changeSalesman.isPending}
          options={candidates.map((person) => ({ value: String(person.userId), label: formatPerson(person) }))}
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
            <strong>{cell.salesmen.map(formatPerson).join(', ') || texts.matrix.gap}</strong>
          </p>
          <p className={styles.continent}>{counts}</p>
        </>
      )}
    </div>
  );
}

type Change = { assignment: Assignment | null; body: { country: string; brand: string; salesmanId: number } };

/** Saves the chosen salesman at once, and offers to undo it. */
function useChangeSalesman(place: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ assignment, body }: Change) => saveAssignment(assignment, body),
    onSuccess: (saved, { assignment, body }) => {
      const restore = async (): Promise<void> => {
        if (assignment === null) await removeAssignments([saved]);
        else await saveAssignment(saved, { ...body, salesmanId: assignment.salesman.userId });
        await invalidateAssignments(client);
      };
      toasts.undoable(texts.map.saved(place, formatPerson(saved.salesman)), limits.undo.oneSeconds * 1000, () => {
        restore().catch(() => toasts.problem(texts.map.notUndone));
      });
    },
    onSettled: () => invalidateAssignments(client),
    meta: failureAsToast,
  });
}

type NearnessOptions = { row: CoverageRow; rows: readonly CoverageRow[]; cell: Cell };

/** Sorts the salesmen: those of the same country first, then those of the same brand elsewhere, then the others. */
function sortByNearness(salesmen: Options['salesmen'], { row, rows, cell }: NearnessOptions): Options['salesmen'] {
  const inCountry = new Set(row.brands.flatMap((other) => other.salesmen.map(({ userId }) => userId)));
  const ofBrand = new Set(
    rows.flatMap(({ brands }) =>
      brands.filter(({ brand }) => brand === cell.brand).flatMap((other) => other.salesmen.map(({ userId }) => userId)),
    ),
  );
  const rank = (userId: number): number => (inCountry.has(userId) ? 0 : ofBrand.has(userId) ? 1 : 2);
  return salesmen.toSorted((first, second) => rank(first.userId) - rank(second.userId));
}
