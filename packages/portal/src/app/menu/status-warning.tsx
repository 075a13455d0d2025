import { useQuery } from '@tanstack/react-query';
import { hasProblem } from '#portal/features/status/judge-status.ts';
import { statusReport } from '#portal/features/status/status.queries.ts';
import { header as texts } from '#portal/texts/header.ts';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import styles from './menu.module.css';

/** A dot next to the menu entry of the page Status if something there needs attention. */
export function StatusWarning() {
  const { data } = useQuery({ ...statusReport, retryOnMount: false });
  if (!data || !hasProblem(data)) return null;
  return (
    <span className={styles.count}>
      <i className={styles.late} title={texts.needsAttention} aria-hidden="true" />{' '}
      <VisuallyHidden>{texts.needsAttention}</VisuallyHidden>
    </span>
  );
}
