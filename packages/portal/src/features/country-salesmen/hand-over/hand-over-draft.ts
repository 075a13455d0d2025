import { useQuery } from '@tanstack/react-query';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { assignmentsList, type Salesman } from '../country-salesmen.queries.ts';

export type NamedSalesman = Salesman & { isActive?: boolean };

/** A part of a territory: a country, a brand, or both. An empty text means all. */
export type TerritoryPart = { country: string; brand: string };
export const wholeTerritory: TerritoryPart = { country: '', brand: '' };

type HandOverDialog = {
  /** The salesmen whose territory can be handed over. */
  givers: readonly NamedSalesman[];
  receivers: readonly NamedSalesman[];
  onClose: () => void;
};

/**
 * Returns the choices of the user in the dialog that hands over a territory. The choices are stored as a draft until
 * the dialog is closed. A choice in the draft that is no longer offered is left out. `isPartKnown` is true when the
 * assignments of the salesman are loaded, which decide the countries and brands that are offered.
 */
export function useHandOverDraft(fromSalesman: number | undefined, { givers, receivers, onClose }: HandOverDialog) {
  const initialSalesmanId = fromSalesman === undefined ? '' : String(fromSalesman);
  const draft = useValuesDraft(`hand-over ${initialSalesmanId}`, {
    ...wholeTerritory,
    from: initialSalesmanId,
    to: '',
  });
  const { from, to, country, brand } = draft.values;
  const heldAssignments = useHeldAssignments(Number(from));
  const rows = heldAssignments.data?.items ?? [];
  const values = {
    from: keepIdIfOffered(from, givers),
    to: keepIdIfOffered(to, receivers),
    country: rows.some((row) => row.country === country) ? country : '',
    brand: rows.some((row) => row.brand === brand) ? brand : '',
  };
  const close = (): void => {
    draft.forget();
    onClose();
  };
  return { values, isPartKnown: !heldAssignments.isPending, change: draft.change, close };
}

const keepIdIfOffered = (chosenId: string, salesmen: readonly NamedSalesman[]): string =>
  salesmen.some(({ userId }) => String(userId) === chosenId) ? chosenId : '';

/** Loads the assignments of a salesman. With the id 0, no assignments are loaded. */
export const useHeldAssignments = (salesmanId: number) =>
  useQuery({ ...assignmentsList.firstRows({ salesmanId }), enabled: salesmanId > 0 });
