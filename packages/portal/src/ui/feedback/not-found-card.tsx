import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';

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
