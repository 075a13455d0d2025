import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './status-badge.module.css';

export type Tone = 'ok' | 'warn' | 'danger' | 'neutral';

/** Shows a state as text. The colour of the dot before the text means the same as the text (WCAG 1.4.1). */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={joinClasses(styles.badge, styles[tone])}>{children}</span>
);
