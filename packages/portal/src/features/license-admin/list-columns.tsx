import type { OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { RowLink, OneLine, TwoLines } from '#portal/ui/tables/cells.tsx';
import type { FilterOptions } from './license-admin.queries.ts';
import type { LicenseRenderers } from './license-renderers.ts';
import { formatCountry, formatMachine, findName, formatOwner } from './license-format.tsx';

type ListColumnsOptions = LicenseRenderers & {
  options: FilterOptions | undefined;
  /** Returns the search parameters of the address that opens a licence. */
  search: (licenseId: number) => Record<string, unknown>;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/**
 * Creates the columns of the list of licences. The id of a sortable column is the name of the sort field in the
 * request.
 */
export const createListColumns = ({
  options,
  search,
  now,
  ...renderers
}: ListColumnsOptions): readonly Column<OwnedLicense>[] => [
  {
    id: 'machineName',
    header: texts.columns.machine,
    sortable: true,
    isCardTitle: true,
    cell: ({ licenseId, machineName, tool, version }) => (
      <TwoLines secondLine={`${findName(options?.tools, tool)} ${version}`}>
        <RowLink search={search(licenseId)}>
          <span translate="no">{formatMachine(machineName)}</span>
        </RowLink>
      </TwoLines>
    ),
  },
  {
    id: 'owner',
    header: texts.columns.owner,
    sortable: true,
    needsNoHeading: true,
    cell: ({ owner }) => <TwoLines secondLine={owner.company || owner.login}>{formatOwner(owner)}</TwoLines>,
  },
  {
    id: 'status',
    header: texts.columns.status,
    needsNoHeading: true,
    cell: (license) => renderers.renderStatus(license),
  },
  {
    id: 'brand',
    header: texts.columns.brand,
    needsNoHeading: true,
    cell: ({ brand }) => <OneLine>{findName(options?.brands, brand)}</OneLine>,
  },
  {
    id: 'country',
    header: texts.columns.country,
    needsNoHeading: true,
    cell: ({ owner }) => formatCountry(options?.countries, owner.country),
  },
  {
    id: 'expiryDate',
    header: texts.columns.expires,
    sortable: true,
    cell: (license) => renderers.renderExpiry(license, now),
  },
  {
    id: 'issuedAt',
    header: texts.columns.issued,
    sortable: true,
    isOnlyInTable: true,
    cell: ({ issuedAt }) => <OneLine>{formatShortDay(issuedAt)}</OneLine>,
  },
];
