import type { Request } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { DeletableSelection } from '#portal/session/editing/deletable-selection.tsx';
import type { Deletable } from '#portal/session/editing/deletable-selection.tsx';
import type { Refused } from '#portal/ui/feedback/refused-notice.tsx';
import type { Selection } from '#portal/ui/lists/use-selection.ts';
import { nameOf } from './request-words.tsx';
import { allRequestsFound, forgetRequests, removeRequests } from './requests.queries.ts';
import type { RequestsQuery } from './requests.queries.ts';

type RequestsSelectionProps = {
  selection: Selection<Request>;
  /** What the list shows now. */
  asked: RequestsQuery;
  total: number;
  onRefused: (refused: readonly Refused[]) => void;
};

const requests: Deletable<Request> = {
  idOf: ({ userId }) => userId,
  nameOf,
  words: texts.remove,
  remove: removeRequests,
  forget: forgetRequests,
};

/** What can be done with the requests that are ticked. */
export const RequestsSelection = ({ asked, ...props }: RequestsSelectionProps) => (
  <DeletableSelection {...props} kind={requests} findAll={() => allRequestsFound(asked)} />
);
