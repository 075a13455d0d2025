import { useQueryClient } from '@tanstack/react-query';
import type { SelectedLicense } from '@basics/contract/mass-acts/selections.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { ChangeLicenses } from '#portal/session/bulk/change-licenses.tsx';
import { RenewButton } from '#portal/session/bulk/renew-button.tsx';
import { useSelectAll } from '#portal/session/bulk/deletable-selection.tsx';
import { SelectionBar } from '#portal/ui/selection/selection-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { Selection } from '#portal/ui/selection/use-selection.ts';
import { invalidateLicenses, licensesList } from './license-admin.queries.ts';
import { countSelected } from '#portal/session/bulk/bulk.queries.ts';
import { formatMachine, formatOwnedLicense, formatOwner } from './license-format.tsx';

type LicensesSelectionProps = {
  selection: Selection<SelectedLicense>;
  address: List<typeof licensesList>['address'];
  total: number;
};

/** The bar with the actions for the selected licences. */
export function LicensesSelection({ selection, address, total }: LicensesSelectionProps) {
  const client = useQueryClient();
  const offer = useSelectAll({
    selection,
    total,
    onSelectAll: async () => selection.selectAll(await countSelected.licenses(licensesList.selectionOf(address))),
  });
  const { rows, all } = selection;
  return (
    <SelectionBar selection={selection} all={offer}>
      <RenewButton
        rows={rows.map((license) => ({
          id: license.licenseId,
          machineName: formatMachine(license.machineName),
          ownerId: license.owner.userId,
          ownerName: formatOwner(license.owner),
          company: license.owner.company,
          expiryDate: license.expiryDate,
        }))}
        all={all}
        isForSeveral
        onDone={() => void invalidateLicenses(client)}
      />
      <ChangeLicenses
        label={texts.open.licenses}
        all={all}
        rows={rows.map((license) => ({
          id: license.licenseId,
          name: formatOwnedLicense(license),
          company: license.owner.company,
          country: license.owner.country,
          personId: license.owner.userId,
        }))}
        onDone={() => void invalidateLicenses(client)}
      />
    </SelectionBar>
  );
}
