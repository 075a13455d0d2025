import { Suspense } from 'react';
import type { MarkdownProps } from './markdown-content.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

const MarkdownContent = createLazyPart(async () => (await import('./markdown-content.tsx')).MarkdownContent);

/** The only component that shows Markdown text of users. The parser is loaded when it is first needed. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<Skeleton height="4rem" />}>
    <MarkdownContent {...props} />
  </Suspense>
);

/** Shows `fallback` until the parser is loaded, so that `children` with several texts appear complete. */
export const WithMarkdown = ({ fallback, children }: { fallback: Elements; children: Elements }) => (
  <Suspense fallback={fallback}>
    <div hidden>
      <MarkdownContent text="" level={2} />
    </div>
    {children}
  </Suspense>
);
