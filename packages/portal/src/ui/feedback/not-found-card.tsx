import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';

type GoneProps = {
  title: string;
  /** Why it may not be there. */
  text: string;
  /** Where to go on. */
  actions: ReactNode;
};

/** A page whose subject is not there, or not for who asks. */
export const NotFoundCard = ({ title, text, actions }: GoneProps) => (
  <>
    <PageHeading title={title} />
    <EmptyState actions={actions}>
      <p>{text}</p>
    </EmptyState>
  </>
);
