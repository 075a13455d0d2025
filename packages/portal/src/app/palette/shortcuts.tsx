import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keepFocus } from '#portal/app/keep-focus.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { areSingleKeysOn, isTyping, findShortcut } from './shortcut-keys.ts';
import type { RowKey } from './shortcut-keys.ts';
import { fetchPart } from '#portal/loading/fetch-part.ts';
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
  const router = useRouter();
  useEffect(
    () => listen(setOpened, { hasPalette: isAuthenticated, here: () => router.state.location.href }),
    [isAuthenticated, router],
  );
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

/** What the key does is loaded when the first one is pressed. */
async function pressLater(key: RowKey, here: () => string): Promise<void> {
  const { pressRowKey } = await fetchPart(() => import('./row-keys.ts'));
  pressRowKey(key, here());
}

type Page = { hasPalette: boolean; here: () => string };

function listen(open: (what: Opened) => void, { hasPalette, here }: Page): () => void {
  const hear = (event: KeyboardEvent): void => {
    const meant = findShortcut(event, { typing: isTyping(event.target), singles: areSingleKeysOn() });
    if (event.defaultPrevented || meant === null || (meant === 'palette' && !hasPalette)) return;
    if (meant !== 'palette' && meant !== 'help' && meant !== 'search') {
      // Their dialogs handle the keyboard themselves; a side panel shows a record of the list.
      if (document.querySelector('dialog[open]:not([data-side-panel])') === null) void pressLater(meant, here);
      return;
    }
    if (document.querySelector('dialog[open]') !== null) return;
    const search = document.querySelector<HTMLInputElement>('main input[type=search]');
    if (meant === 'search' && search === null) return;
    event.preventDefault();
    if (meant === 'search') search?.focus();
    else open(meant);
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}
