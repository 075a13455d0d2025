import { ScrolledIntoView } from '#portal/ui/layout/scrolled-into-view.tsx';
import { Notice } from './notice.tsx';
import styles from '#portal/ui/lists/selection.module.css';

/** Why one of the rows that were chosen is still there. */
export type Refused = { id: number; name: string; message: string };

/** Which rows stayed, and why. */
export const RefusedNotice = ({ title, refused }: { title: string; refused: readonly Refused[] }) => (
  <ScrolledIntoView cause={refused}>
    <Notice tone="warn" role="alert" title={title}>
      <ul className={styles.names}>
        {refused.map(({ id, name, message }) => (
          <li key={id}>
            {name}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  </ScrolledIntoView>
);
