import { createContext, use, type ReactNode } from 'react';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { IllustrationName } from './illustration.tsx';
import styles from './empty-state.module.css';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';

// The illustration is loaded when a list is empty; its space is reserved.
const Illustration = createLazyPart(async () => (await import('./illustration.tsx')).Illustration);

/** Renders why all pages of the user are empty; null if there is no such reason. */
export const EmptyReason = createContext<(() => Elements) | null>(null);

type EmptyStateProps = {
  /** The title; absent if the heading of the page already has the same text. */
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** The illustration; by default a sheet of drafting paper. */
  picture?: IllustrationName | undefined;
};

/** Says that a list is empty, why, and what to do next. */
export const EmptyState = ({ title, children, actions, picture = 'sheet' }: EmptyStateProps) => (
  <div className={styles.empty}>
    <div className={styles.picture}>
      <OptionalPart>
        <Illustration name={picture} />
      </OptionalPart>
    </div>
    {title !== undefined && <p className={styles.title}>{title}</p>}
    {children !== undefined && <div className={styles.body}>{children}</div>}
    <Reason />
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </div>
);

const Reason = () => use(EmptyReason)?.();

/** Says in a card that there is nothing, and why. */
export const NothingHere = ({ text }: { text: string }) => (
  <>
    <p>{text}</p>
    <Reason />
  </>
);

type NotFoundCardProps = {
  title: string;
  /** The reason why the page may be missing. */
  text: string;
  /** A link to another page. */
  actions: ReactNode;
};

/** Shown in place of a page whose record does not exist or is not visible to this user. */
export const NotFoundCard = ({ title, text, actions }: NotFoundCardProps) => (
  <>
    <PageHeading title={title} />
    <EmptyState picture="search" actions={actions}>
      <p>{text}</p>
    </EmptyState>
  </>
);
