import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './notice.module.css';
import type { Elements } from '#portal/ui/layout/elements.ts';

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert };

type NoticeProps = {
  tone: keyof typeof icons;
  title?: string;
  children?: Elements;
  /** Buttons or links for the next step. */
  actions?: ReactNode;
  /** `alert` for the result of an action, `status` for less urgent news, absent for a notice that the page shows from the start. */
  role?: 'alert' | 'status';
  ref?: Ref<HTMLDivElement>;
};

/** A message that stays on the page, such as above a form or a list. */
export function Notice({ tone, title, children, actions, role, ref }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={joinClasses(styles.notice, styles[tone])} role={role} ref={ref}>
      <Icon aria-hidden="true" />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
