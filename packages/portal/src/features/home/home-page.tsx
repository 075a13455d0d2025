import { Suspense } from 'react';
import { home as texts } from '#portal/texts/home.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { OptionalPart } from '#portal/loading/lazy-part.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { PageHeading, usePageTitle } from '#portal/ui/headings/page-heading.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

/**
 * The home page of a user who has no licences and is not staff: the field for a code, if the user may issue licences, and the newest release
 * note, which is a component of another feature.
 */
export function ViewerHome({ paste, newestNote }: { paste: Elements; newestNote: Elements }) {
  const { userFirstName } = useUser();
  usePageTitle(texts.title); // The window title is not the greeting of the heading.
  return (
    <>
      <PageHeading title={texts.greeting(userFirstName)} />
      {paste}
      <OptionalPart>
        <Suspense fallback={<Skeleton height="4rem" />}>{newestNote}</Suspense>
      </OptionalPart>
    </>
  );
}
