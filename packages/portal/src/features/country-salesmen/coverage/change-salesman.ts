import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { formatPerson } from '../name-formatter.ts';
import {
  invalidateAssignments,
  removeAssignments,
  saveAssignment,
  type CoverageRow,
  type Options,
} from '../country-salesmen.queries.ts';
import type { Cell } from './coverage-gaps.ts';

type Change = { assignment: Assignment | null; body: { country: string; brand: string; salesmanId: number } };

/** Saves the chosen salesman at once, and offers to undo it. `place` is the names of the country and the brand. */
export function useChangeSalesman(place: string) {
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

type Place = { rows: readonly CoverageRow[]; country: string; brand: string };

/** Lists the salesmen for a choice: those of the same country first, then those of the same brand elsewhere, then the others. */
export function listNearestSalesmen(salesmen: Options['salesmen'], { rows, country, brand }: Place) {
  const inCountry = listIds(rows.filter((row) => row.country === country).flatMap(({ brands }) => brands));
  const ofBrand = listIds(rows.flatMap(({ brands }) => brands.filter((cell) => cell.brand === brand)));
  const rank = (userId: number): number => (inCountry.has(userId) ? 0 : ofBrand.has(userId) ? 1 : 2);
  return salesmen
    .toSorted((first, second) => rank(first.userId) - rank(second.userId))
    .map((person) => ({ value: String(person.userId), label: formatPerson(person) }));
}

const listIds = (cells: readonly Cell[]): ReadonlySet<number> =>
  new Set(cells.flatMap((cell) => cell.salesmen.map(({ userId }) => userId)));
