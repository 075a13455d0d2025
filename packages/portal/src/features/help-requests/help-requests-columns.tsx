import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatAgo, formatShortDay } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { RowLink } from '#portal/ui/lists/row-link.tsx';
import { OneLine, TwoLines } from '#portal/ui/lists/two-lines.tsx';
import { formatPc, HelpStateBadge, formatCustomer, formatRefusal } from './help-words.tsx';

type Facts = {
  /** The address with this request open. */
  search: (helpRequestId: number) => Record<string, unknown>;
  /** Milliseconds. */
  now: number;
};

/** The ids of columns that sort are the fields of the call. */
export const createHelpRequestsColumns = ({ search, now }: Facts): readonly Column<HelpRequest>[] => [
  {
    id: 'lastName',
    header: texts.columns.name,
    sortable: true,
    isCardTitle: true,
    cell: (asked) => (
      <TwoLines second={asked.user.login}>
        <RowLink search={search(asked.helpRequestId)}>{formatCustomer(asked)}</RowLink>
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
      <TwoLines second={formatAgo((now - Date.parse(askedAt)) / 1000)}>
        <OneLine>{formatShortDay(askedAt)}</OneLine>
      </TwoLines>
    ),
  },
  { id: 'state', header: texts.columns.state, cell: ({ state }) => <HelpStateBadge state={state} /> },
];
