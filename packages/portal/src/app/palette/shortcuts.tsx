import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, useRef } from 'react';
import { moveFocusFromRemovedElements, showWholeControlAfterTab } from '#portal/app/move-focus.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { areSingleKeysOn, isTyping, findShortcut, type RowKey } from './shortcut-keys.ts';
import { openPopoverSelector } from '#portal/ui/popovers/anchored-popover.ts';
import { fetchPart } from '#portal/loading/fetch-part.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

const loadDialogs = () => import('./palette.tsx');
const Palette = createLazyPart(async () => (await loadDialogs()).Palette);
const ShortcutHelp = createLazyPart(async () => (await loadDialogs()).ShortcutHelp);

type DialogName = 'palette' | 'help' | null;

type OpenDialogs = { openSearch: () => void; openHelp: () => void };

/**
 * Handles the shortcuts that work on every page. The dialogs of the shortcuts are loaded when they are first opened. Only signed-in users
 * have a palette; `children` renders the buttons that open the dialogs.
 */
export function Shortcuts({ children }: { children?: (dialogs: OpenDialogs) => Elements }) {
  const [opened, setOpened] = useState<DialogName>(null);
  const { isAuthenticated, user } = useSessionState();
  const router = useRouter();
  useEffect(() => {
    const openPage = async (letter: string): Promise<void> =>
      (await fetchPart(() => import('./page-keys.ts'))).openPage(router, user, letter);
    const readAddress = () => router.state.location.href;
    return listenToShortcuts(setOpened, { hasPalette: isAuthenticated, readAddress, openPage });
  }, [isAuthenticated, user, router]);
  useEffect(moveFocusFromRemovedElements, []);
  useEffect(showWholeControlAfterTab, []);
  const readEarlyText = useEarlyText(opened === 'palette', modalDialogSelector);
  const close = (): void => setOpened(null);
  return (
    <>
      {children?.({ openSearch: () => setOpened('palette'), openHelp: () => setOpened('help') })}
      <OptionalPart>
        {opened === 'palette' && (
          <Palette readFirstText={readEarlyText} onClose={close} onHelp={() => setOpened('help')} />
        )}
        {opened === 'help' && <ShortcutHelp hasPalette={isAuthenticated} onClose={close} />}
      </OptionalPart>
    </>
  );
}

/** Handles a row key. The code for row keys is loaded when a row key is pressed for the first time. */
async function loadAndPressRowKey(key: RowKey, readAddress: () => string): Promise<void> {
  const { pressRowKey } = await fetchPart(() => import('./row-keys.ts'));
  pressRowKey(key, readAddress());
}

/**
 * A modal dialog handles the keyboard itself. A side panel shows a record of the list and is not modal, so row keys and
 * the palette still work.
 */
const modalDialogSelector = 'dialog[open]:not([data-side-panel])';

/** For this time in milliseconds after the key G, the next key names a page. */
const pageKeyMs = 3000;

type PageContext = {
  hasPalette: boolean;
  readAddress: () => string;
  /** Opens the page of the menu with this letter. */
  openPage: (letter: string) => Promise<void>;
};

function listenToShortcuts(
  openDialog: (dialogName: DialogName) => void,
  { hasPalette, readAddress, openPage }: PageContext,
): () => void {
  let pageKeyUntil = 0;
  const handleKeyPress = (event: KeyboardEvent): void => {
    const inTextField = isTyping(event.target);
    const action = findShortcut(event, { inTextField, singleKeysOn: areSingleKeysOn() });
    const isPageKey = event.timeStamp < pageKeyUntil && !inTextField && !event.ctrlKey && !event.metaKey;
    pageKeyUntil = action === 'go' ? event.timeStamp + pageKeyMs : 0;
    if (event.defaultPrevented) return;
    if (isPageKey) return void (isPageFree() && openPage(event.key));
    if (action === null || action === 'go' || (action === 'palette' && !hasPalette)) return;
    if (action === 'newLicence') {
      if (isPageFree()) document.querySelector<HTMLElement>('header [data-key="newLicence"]')?.click();
      return;
    }
    if (action !== 'palette' && action !== 'help' && action !== 'search') {
      if (isPageFree()) void loadAndPressRowKey(action, readAddress);
      return;
    }
    if (document.querySelector(action === 'search' ? 'dialog[open]' : modalDialogSelector) !== null) return;
    const searchField = document.querySelector<HTMLInputElement>('main input[type=search]');
    if (action === 'search' && searchField === null) return;
    event.preventDefault();
    if (action === 'search') searchField?.focus();
    else openDialog(action);
  };
  document.addEventListener('keydown', handleKeyPress);
  return () => document.removeEventListener('keydown', handleKeyPress);
}

/** Whether no dialog and no popover is open, which handles the keyboard itself. */
const isPageFree = (): boolean => document.querySelector(`${modalDialogSelector}, ${openPopoverSelector}`) === null;

/**
 * Collects the text that the user types while a dialog is loading, and returns the function that reads it. Without this
 * function, the typed characters would be shortcuts, or would go into a field of the page. `dialogSelector` matches the
 * dialog when it is open.
 */
function useEarlyText(isOpening: boolean, dialogSelector: string): () => string {
  const earlyText = useRef('');
  useEffect(() => {
    if (!isOpening) return undefined;
    const collectKey = (event: KeyboardEvent): void => {
      const { key } = event;
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      // Enter is stopped too, because it would press the button that has the focus.
      if (!(isText || key === 'Enter') || document.querySelector(dialogSelector) !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (isText) earlyText.current += key;
    };
    document.addEventListener('keydown', collectKey, true);
    return () => {
      document.removeEventListener('keydown', collectKey, true);
      earlyText.current = '';
    };
  }, [isOpening, dialogSelector]);
  return () => earlyText.current;
}
