import { Suspense } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

const Downloads = createLazyPart(
  async () => (await import('#portal/features/release-notes/published/downloads.tsx')).Downloads,
  { isLate: true },
);

/** The files that the user may download, after the page is shown. Nothing is loaded if this portal has no files. */
export function LateDownloads() {
  const { setup } = useSetup();
  if (setup.downloads !== true) return null;
  return (
    <Allowed any={['license.generate']}>
      <OptionalPart>
        <Suspense fallback={null}>
          <Downloads />
        </Suspense>
      </OptionalPart>
    </Allowed>
  );
}
