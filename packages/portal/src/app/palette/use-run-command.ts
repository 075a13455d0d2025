import { useNavigate } from '@tanstack/react-router';
import { selectTheme } from '../header/theme-choice.ts';
import { useSignOut } from '../header/use-sign-out.ts';
import type { Command } from './commands.ts';

/** Returns a function that opens the page of a command, runs its effect or presses its button. */
export function useRunCommand(): (command: Command) => void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (command) => {
    if ('button' in command) {
      // The palette is a modal dialog: the button is pressed after the palette has closed and the focus has returned to
      // the page.
      setTimeout(() => command.button.click());
    } else if (!('effect' in command)) void openTarget(command, navigate);
    else if (command.effect === 'signOut') void signOut();
    else selectTheme(command.effect);
  };
}

type Target = Extract<Command, { path: string }>;

async function openTarget(target: Target, navigate: ReturnType<typeof useNavigate>): Promise<void> {
  const { path, search, hash, card, press } = target;
  await navigate({ to: path, ...(search && { search }), ...(hash !== undefined && { hash }) });
  if (card !== undefined) whenShown(() => findByText('main section > * > h2', card), focusAndKeepInView);
  if (press !== undefined)
    whenShown(
      () => findByText('main button:not(:disabled)', press),
      (button) => button.click(),
    );
}

const findByText = (selector: string, text: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) => textContent === text);

/** The parts of a page are loaded after the page. A part that does not appear in this time is not a part of the page of this user. */
const maxWaitMs = 10_000;

/** Calls `act` as soon as the page shows the element, if the page does not change before. */
function whenShown(findElement: () => HTMLElement | undefined, act: (element: HTMLElement) => void): void {
  const { pathname } = location;
  const actIfShown = (): boolean => {
    if (location.pathname !== pathname) return true;
    const element = findElement();
    if (element) act(element);
    return element !== undefined;
  };
  if (actIfShown()) return;
  const observer = new MutationObserver(() => {
    if (actIfShown()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  setTimeout(() => observer.disconnect(), maxWaitMs);
}

/**
 * Focuses the title of a card. The cards above it become longer when their data is loaded, so the page scrolls again while the title has the
 * focus.
 */
function focusAndKeepInView(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus();
  const observer = new ResizeObserver(() => {
    if (document.activeElement === heading) heading.scrollIntoView({ block: 'nearest' });
    else observer.disconnect();
  });
  observer.observe(document.body);
}
