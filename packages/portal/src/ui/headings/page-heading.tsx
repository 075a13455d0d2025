import { use, createContext, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './page-heading.module.css';
import type { Elements } from '../layout/layout.tsx';

type PageHeadingProps = {
  title: string;
  /** The title of the window, if it differs from that of the page, because pages with tabs have the same title. */
  windowTitle?: string | undefined;
  introText?: ReactNode;
  actions?: ReactNode;
};

/** The `h1` of the page. The heading also sets the title of the window and takes the focus after a navigation. */
export function PageHeading({ title, windowTitle, introText, actions }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      <div>
        <PageTitle title={title} windowTitle={windowTitle} />
        {introText !== undefined && <p className={styles.intro}>{introText}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

type PageTitleProps = {
  title: string;
  windowTitle?: string | undefined;
  /** Whether the title is the name of a thing, which is not translated. */
  isName?: boolean;
  /** Whether the title gets the focus when it appears, because it replaces another step of the same page. */
  takesFocus?: boolean;
};

/** The `h1` with the button of its help, for a page that has no `PageHeading`. */
export function PageTitle({ title, windowTitle = title, isName = false, takesFocus = false }: PageTitleProps) {
  usePageTitle(windowTitle);
  const renderHelp = use(PageHelp);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.title}>
      <h1 ref={heading} tabIndex={-1} translate={isName ? 'no' : undefined}>
        {title}
      </h1>
      {renderHelp?.(title)}
    </div>
  );
}

type StateTitleProps = {
  /** The sentence that matters most. */
  title: string;
  second?: string | undefined;
  windowTitle: string;
};

/** The `h1` of a page whose title is a sentence about the state of things, with a second sentence that matters less. */
export function StateTitle({ title, second, windowTitle }: StateTitleProps) {
  usePageTitle(windowTitle);
  return (
    <h1 tabIndex={-1} className={styles.state}>
      <span>{second === undefined ? title : `${title} `}</span>
      {second !== undefined && <span>{second}</span>}
    </h1>
  );
}

/** Renders the button, beside the title of a page, that opens the help of the page; null if the pages have no help. */
export const PageHelp = createContext<((title: string) => Elements) | null>(null);

/** The suffix of every window title: the name of the brand. */
export const TitleSuffix = createContext('');

/** The prefix of every window title: for staff, the number of records that wait for them. */
export const TitlePrefix = createContext('');

export function usePageTitle(title: string): void {
  const prefix = use(TitlePrefix);
  const suffix = use(TitleSuffix);
  useLayoutEffect(() => {
    document.title = `${prefix}${title}${suffix === '' ? '' : ` · ${suffix}`}`;
  }, [prefix, title, suffix]);
}

/** The heading of a result. The heading takes the focus, so that keyboard and screen reader users continue there. */
export function FocusedHeading({ id, children }: { id: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 id={id} ref={heading} tabIndex={-1} className={styles.focused}>
      {children}
    </h2>
  );
}
