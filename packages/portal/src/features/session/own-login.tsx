import { ChangeLogin } from '#portal/session/editing/change-login.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { Card } from '#portal/ui/layout/layout.tsx';
import styles from './passwords/passwords.module.css';

/** Shows the login of the signed-in user, with a button to change it. */
export function OwnLogin() {
  const { userId, userEmail } = useUser();
  return (
    <Card title={texts.title} actions={<ChangeLogin userId={userId} name={null} />}>
      <p className={styles.small}>{texts.lead(userEmail)}</p>
    </Card>
  );
}
