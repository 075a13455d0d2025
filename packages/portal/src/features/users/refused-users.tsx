import { users as texts } from '#portal/messages/en/users.ts';
import { Notice } from '#portal/ui/notice.tsx';
import styles from './users-page.module.css';

/** Why one of the chosen is still there. */
export type Refused = { id: number; name: string; message: string };

/** Who was not deleted, and why. */
export const RefusedUsers = ({ refused }: { refused: readonly Refused[] }) => (
  <Notice tone="warn" role="alert" title={texts.remove.refused(refused.length)}>
    <ul className={styles.names}>
      {refused.map(({ id, name, message }) => (
        <li key={id}>
          {name}: {message}
        </li>
      ))}
    </ul>
  </Notice>
);
