import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatAgo, formatShortDay } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { RowLink } from '#portal/ui/lists/row-link.tsx';
import { OneLine, TwoLines } from '#portal/ui/lists/two-lines.tsx';
import { formatPc, HelpStateBadge, formatCustomer, formatRefusal } from './help-format.tsx';

type ColumnsOptions = {
  /** Returns the search parameters of the address that opens a help request. */
  search: (helpRequestId: number) => Record<string, unknown>;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/**
 * Creates the columns of the list of help requests. The id of a sortable column is the name of the sort field in the
 * request.
 */
export const createHelpRequestsColumns = ({ search, now }: ColumnsOptions): readonly Column<HelpRequest>[] => [
  {
    id: 'lastName',
    header: texts.columns.name,
    sortable: true,
    isCardTitle: true,
    cell: (helpRequest) => (
      <TwoLines secondLine={helpRequest.user.login}>
        <RowLink search={search(helpRequest.helpRequestId)}>{formatCustomer(helpRequest)}</RowLink>
      </TwoLines>
    ),
  },
  {
    id: 'company',
    header: texts.columns.company,
    sortable: true,
    cell: ({ user }) => user.company || texts.none,
  },
  { id: 'machineName', header: texts.columns.machine, sortable: true, cell: formatPc },
  { id: 'problem', header: texts.columns.problem, cell: formatRefusal },
  {
    id: 'askedAt',
    header: texts.columns.asked,
    sortable: true,
    cell: ({ askedAt }) => (
      <TwoLines secondLine={formatAgo((now - Date.parse(askedAt)) / 1000)}>
        <OneLine>{formatShortDay(askedAt)}</OneLine>
      </TwoLines>
    ),
  },
  { id: 'state', header: texts.columns.state, cell: ({ state }) => <HelpStateBadge state={state} /> },
];
