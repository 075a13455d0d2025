import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classes } from '#portal/ui/layout/classes.ts';
import styles from './notice.module.css';

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

type NoticeProps = {
  tone: keyof typeof icons;
  title?: string;
  children?: ReactNode;
  /** The next step: buttons or links. */
  actions?: ReactNode;
  /** `alert` when it appears in answer to something done, `status` when it can wait; none when it was there before. */
  role?: 'alert' | 'status';
  ref?: Ref<HTMLDivElement>;
};

/** Words that stay where they belong: beside a form, above a list. */
export function Notice({ tone, title, children, actions, role, ref }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={classes(styles.notice, styles[tone])} role={role} ref={ref}>
      <Icon aria-hidden="true" />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
