import { use } from 'react';
import type { ReactNode } from 'react';
import { PageHelp } from './page-help.ts';
import styles from './page-heading.module.css';
import { usePageTitle } from './page-title.tsx';

type PageHeadingProps = { title: string; introText?: ReactNode; actions?: ReactNode };

/** The `h1` of the page. The heading also sets the title of the window and takes the focus after a navigation. */
export function PageHeading({ title, introText, actions }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      <div>
        <PageTitle title={title} />
        {introText !== undefined && <p className={styles.intro}>{introText}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** The `h1` with the button of its help, for a page that has no `PageHeading`. `isName`: the title is the name of a thing, which is not translated. */
export function PageTitle({ title, isName = false }: { title: string; isName?: boolean }) {
  usePageTitle(title);
  const renderHelp = use(PageHelp);
  return (
    <div className={styles.title}>
      <h1 tabIndex={-1} translate={isName ? 'no' : undefined}>
        {title}
      </h1>
      {renderHelp?.(title)}
    </div>
  );
}
