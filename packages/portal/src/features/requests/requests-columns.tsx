import type { Request } from '@basics/contract/requests/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { AgeCell } from '#portal/ui/tables/age-cell.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { RowLink, OneLine, TwoLines } from '#portal/ui/tables/cells.tsx';
import { findCountryName, formatApplicant, RequestStatusBadge, formatTools } from './request-format.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { RequestOptions, requestsList } from './requests.queries.ts';

type ColumnsOptions = {
  options: RequestOptions | undefined;
  address: List<typeof requestsList>['address'];
  /** The current time in milliseconds since 1970. */
  now: number;
};

/** Creates the columns of the list of requests. The id of a sortable column is the name of the sort field in the request. */
export const createRequestsColumns = ({ options, address, now }: ColumnsOptions): readonly Column<Request>[] => [
  {
    id: 'lastName',
    header: texts.columns.name,
    sortable: true,
    isCardTitle: true,
    cell: (request) => (
      <TwoLines secondLine={request.login}>
        <RowLink search={{ ...address, request: request.userId }}>{formatApplicant(request)}</RowLink>
      </TwoLines>
    ),
  },
  {
    id: 'company',
    header: texts.columns.company,
    sortable: true,
    needsNoHeading: true,
    cell: ({ company }) => <OneLine>{company || texts.none}</OneLine>,
  },
  {
    id: 'country',
    header: texts.columns.country,
    sortable: true,
    needsNoHeading: true,
    repeatsFilter: true,
    cell: ({ country }) => <OneLine>{findCountryName(options, country)}</OneLine>,
  },
  {
    id: 'tools',
    header: texts.columns.tools,
    isOnlyInTable: true,
    cell: ({ tools }) => formatTools(tools, options ?? {}),
  },
  {
    id: 'salesman',
    header: texts.columns.salesman,
    isOnlyInTable: true,
    cell: ({ salesman }) =>
      salesman ? (
        <OneLine>{`${salesman.firstName} ${salesman.lastName}`}</OneLine>
      ) : (
        <StatusBadge tone="warn">{texts.nobody}</StatusBadge>
      ),
  },
  {
    id: 'requestDate',
    header: texts.columns.requested,
    sortable: true,
    needsNoHeading: true,
    cell: ({ requestDate, status }) =>
      requestDate && <AgeCell at={requestDate} now={now} isWaiting={status === 'pending'} />,
  },
  ...(address.status === 'all' ? [statusColumn] : []),
];

const statusColumn: Column<Request> = {
  id: 'status',
  header: texts.columns.status,
  isBesideCardTitle: true,
  cell: ({ status }) => <RequestStatusBadge status={status} />,
};
