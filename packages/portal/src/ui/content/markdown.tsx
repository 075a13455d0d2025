import { Suspense } from 'react';
import type { MarkdownProps } from './markdown-content.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { lazyPart } from '#portal/loading/lazy-part.tsx';

const MarkdownContent = lazyPart(async () => (await import('./markdown-content.tsx')).MarkdownContent);

/** Text that somebody formatted with Markdown; the one way in which it is shown. Its parser comes when it is first needed. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<Skeleton height="4rem" />}>
    <MarkdownContent {...props} />
  </Suspense>
);
