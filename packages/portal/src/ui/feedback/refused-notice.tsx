import { ScrolledIntoView } from '#portal/ui/layout/scrolled-into-view.tsx';
import { Notice } from './notice.tsx';
import styles from '#portal/ui/lists/selection.module.css';

/** A selected row that was not changed, and the reason. */
export type RefusedRow = { id: number; name: string; message: string };

/** Lists the rows that were not changed, with the reason for each. */
export const RefusedNotice = ({ title, refused }: { title: string; refused: readonly RefusedRow[] }) => (
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
