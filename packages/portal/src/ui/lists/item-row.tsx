import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import styles from './item-row.module.css';
import { animateLeavingRows } from '../tables/leaving-rows.ts';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';

/** A short list of items, each with its actions. */
export const ItemList = ({ children }: { children: ReactNode }) => (
  <ul ref={animateLeavingRows} className={styles.list}>
    {children}
  </ul>
);

type ItemRowProps = { icon: LucideIcon; title: ReactNode; facts: readonly string[]; actions?: ReactNode };

export const ItemRow = ({ icon: Icon, title, facts, actions }: ItemRowProps) => (
  <li className={styles.row}>
    <Icon aria-hidden="true" className={styles.icon} />
    <div className={styles.words}>
      <p className={styles.title}>{title}</p>
      <p className={styles.facts}>{facts.join(' · ')}</p>
    </div>
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </li>
);

/** The skeleton of two items; `loadingText` says what is loading. */
export const ItemsLoading = ({ loadingText }: { loadingText: string }) => (
  <div className={styles.loading}>
    <AnnouncedText>{loadingText}</AnnouncedText>
    <Skeleton height="3rem" />
    <Skeleton height="3rem" />
  </div>
);
