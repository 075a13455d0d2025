import type { LucideIcon } from 'lucide-react';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './status-badge.module.css';

export type Tone = 'ok' | 'warn' | 'danger' | 'neutral';

/** A state as text and icon; the colour only repeats it (WCAG 1.4.1). */
export const StatusBadge = ({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: string }) => (
  <span className={joinClasses(styles.badge, styles[tone])}>
    <Icon aria-hidden="true" />
    {children}
  </span>
);
