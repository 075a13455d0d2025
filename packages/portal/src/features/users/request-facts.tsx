import type { Request } from '@basics/contract/requests.ts';
import { user as texts } from '#portal/messages/en/user.ts';
import { momentWords } from '#portal/messages/times.ts';
import { Card } from '#portal/ui/card.tsx';
import styles from './user-status.module.css';
import { UserStatusBadge } from './user-words.tsx';

/** What the applicant wrote. */
export const RequestFacts = ({ request }: { request: Request }) => (
  <Card title={texts.approving.asked} actions={<UserStatusBadge status={request.status} />}>
    <dl className={styles.facts}>
      {request.requestDate !== null && (
        <div>
          <dt>{texts.approving.date}</dt>
          <dd>{momentWords(request.requestDate)}</dd>
        </div>
      )}
      <div>
        <dt>{texts.approving.reason}</dt>
        <dd>{request.reason || texts.approving.none}</dd>
      </div>
      <div>
        <dt>{texts.approving.comment}</dt>
        <dd>{request.comment || texts.approving.noComment}</dd>
      </div>
    </dl>
  </Card>
);
