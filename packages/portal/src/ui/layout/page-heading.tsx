import { use } from 'react';
import type { ReactNode } from 'react';
import { PageHelp } from './page-help.ts';
import styles from './page-heading.module.css';
import { usePageTitle } from './page-title.tsx';

type PageHeadingProps = { title: string; introText?: ReactNode; actions?: ReactNode };

/** The `h1` of the page. The heading also sets the title of the window and takes the focus after a navigation. */
export function PageHeading({ title, introText, actions }: PageHeadingProps) {
  usePageTitle(title);
  const renderHelp = use(PageHelp);
  return (
    <div className={styles.heading}>
      <div>
        <div className={styles.title}>
          <h1 tabIndex={-1}>{title}</h1>
          {renderHelp?.(title)}
        </div>
        {introText !== undefined && <p className={styles.intro}>{introText}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
