import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { header as texts } from '#portal/texts/header.ts';

// The panel contains the whole manual. The panel is loaded when a page of the manual is opened for the first time.
const HelpPanel = createLazyPart(async () => (await import('./help-panel.tsx')).HelpPanel);

/** Opens the page of the manual for the screen with the given title. */
export function HelpButton({ title }: { title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-label={texts.help} title={texts.help} data-chrome onClick={() => setOpen(true)}>
        <CircleQuestionMark aria-hidden="true" />
      </button>
      {isOpen && (
        <OptionalPart>
          <HelpPanel title={title} onClose={() => setOpen(false)} />
        </OptionalPart>
      )}
    </>
  );
}
