import { useQuery } from '@tanstack/react-query';
import { requests as texts } from '#portal/texts/requests.ts';
import { InlinePanel } from '#portal/ui/overlays/side-panel.tsx';
import { RequestPanel } from './request-panel.tsx';
import { requestOptions } from './requests.queries.ts';
import { useDecisions } from './use-decisions.ts';

type QueuedRequestProps = {
  userId: number;
  name: string;
  /** Called when the request leaves the queue: `what` says what was done. */
  onLeave: (what: string) => void;
  /** Called when a decision failed or was undone. */
  onReturn: () => void;
};

/** One request in the queue of the home page, with the same contents as in the panel of the list. */
export function QueuedRequest({ userId, name, onLeave, onReturn }: QueuedRequestProps) {
  const options = useQuery(requestOptions);
  const decisions = useDecisions({ onHide: (_, what) => onLeave(what), onShow: onReturn });
  return (
    <RequestPanel
      frame={InlinePanel}
      userId={userId}
      options={options.data}
      listSearch={{}}
      onClose={() => {}}
      onDecided={() => onLeave(texts.reject.done(name))}
      onRemove={decisions.remove}
      onApprove={decisions.approve}
    />
  );
}
