import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keepFocus } from '#portal/app/keep-focus.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { areSingleKeysOn, isTyping, findShortcut } from './shortcut-keys.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

const Palette = createLazyPart(async () => (await import('./palette.tsx')).Palette);
const ShortcutHelp = createLazyPart(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

type Opened = 'palette' | 'help' | null;

/**
 * Handles the shortcuts that work on every page, and keeps the focus in the page. What the shortcuts open is loaded when it is first needed.
 * Only signed-in users have a palette, and `renderSearch` renders the button that opens it.
 */
export function Shortcuts({ renderSearch }: { renderSearch?: (open: () => void) => ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null);
  const { isAuthenticated } = useSessionState();
  useEffect(() => listen(setOpened, isAuthenticated), [isAuthenticated]);
  useEffect(keepFocus, []);
  const close = (): void => setOpened(null);
  return (
    <>
      {renderSearch?.(() => setOpened('palette'))}
      <Suspense>
        {opened === 'palette' && <Palette onClose={close} onHelp={() => setOpened('help')} />}
        {opened === 'help' && <ShortcutHelp hasPalette={isAuthenticated} onClose={close} />}
      </Suspense>
    </>
  );
}

function listen(open: (what: Opened) => void, hasPalette: boolean): () => void {
  const hear = (event: KeyboardEvent): void => {
    // An open dialog handles the keyboard itself.
    if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    const meant = findShortcut(event, { typing: isTyping(event.target), singles: areSingleKeysOn() });
    if (meant === null || (meant === 'palette' && !hasPalette)) return;
    const search = document.querySelector<HTMLInputElement>('main input[type=search]');
    if (meant === 'search' && search === null) return;
    event.preventDefault();
    if (meant === 'search') search?.focus();
    else open(meant);
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}
