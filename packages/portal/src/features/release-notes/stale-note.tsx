import { useState } from 'react';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';

/** Says that another user has changed the note, with a button that loads the latest version and keeps the typed values. */
export function StaleNote({ onReload }: { onReload: () => Promise<void> }) {
  const [isLoaded, setLoaded] = useState(false);
  if (isLoaded) {
    return (
      <Notice tone="info">
        <output>{texts.stale.loaded}</output>
      </Notice>
    );
  }
  return (
    <StaleNotice
      {...texts.stale}
      onReload={async () => {
        await onReload();
        setLoaded(true);
      }}
    />
  );
}
