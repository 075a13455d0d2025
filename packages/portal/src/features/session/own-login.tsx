import { ChangeLogin } from '#portal/session/editing/change-login.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import styles from './passwords.module.css';

/** The user's own login, and its change. */
export function OwnLogin() {
  const { userId, userEmail } = useUser();
  return (
    <Card title={texts.title} actions={<ChangeLogin userId={userId} name={null} />}>
      <p className={styles.small}>{texts.lead(userEmail)}</p>
    </Card>
  );
}
