import { useQuery } from '@tanstack/react-query';
import { isProblem } from '#portal/api/api-problem.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { createUserNameQuery } from '../licenses.queries.ts';
import styles from '../verify-license.module.css';

type OnBehalfProps = { userId: number; hasNoGrants: boolean };

/** Shows for which user the licence is issued, so that staff do not issue it to the wrong account. */
export function OnBehalfNotice({ userId, hasNoGrants }: OnBehalfProps) {
  const ownerQuery = useQuery(createUserNameQuery(userId));
  const backLink = <LinkButton to={`/users/${userId}`}>{texts.onBehalf.back}</LinkButton>;
  if (isProblem(ownerQuery.error, 'USER_NOT_FOUND')) {
    return (
      <div className={styles.above}>
        <Notice tone="danger" role="alert" title={ownerQuery.error.message}>
          <p>{texts.onBehalf.notFound}</p>
        </Notice>
      </div>
    );
  }
  return (
    <div className={styles.above}>
      <Notice
        tone={hasNoGrants ? 'warn' : 'info'}
        title={texts.onBehalf.title(ownerQuery.data ?? texts.onBehalf.user(userId))}
        actions={backLink}
      >
        <p>{hasNoGrants ? texts.onBehalf.noGrants : texts.onBehalf.text}</p>
      </Notice>
    </div>
  );
}
