import buttonStyles from '#portal/ui/layout/button.module.css';
import columnStyles from '#portal/ui/lists/column-choice.module.css';
import type { Command } from './commands.ts';

const buttonSelector = `.${buttonStyles.button}:not(:disabled, [aria-disabled="true"])`;

const notOffered = `tbody, form, nav, .${columnStyles.columns}`;

/**
 * Returns a command for each button that acts on what the page shows: the buttons of the open panel, or else those of
 * the page. The buttons of rows and forms are left out, because they act on one of many rows or on typed text. The pages and the columns of a
 * list are left out too: they change what is visible, and act on nothing.
 */
export function listButtonCommands(): Command[] {
  const panel = document.querySelector('dialog[open][data-side-panel]');
  const buttons = [
    ...(panel ?? document).querySelectorAll<HTMLElement>(panel ? buttonSelector : `main ${buttonSelector}`),
  ];
  return buttons
    .filter((button) => button.closest(notOffered) === null && button.checkVisibility())
    .map((button, index) => ({
      id: `view ${index}`,
      group: 'view' as const,
      label: button.ariaLabel ?? button.textContent,
      ...findSectionTitle(button, panel),
      button,
    }))
    .filter(({ label }) => label !== '');
}

/** Returns the title of the page section that contains a button, to distinguish buttons with the same label. */
function findSectionTitle(button: HTMLElement, panel: Element | null): { detail?: string } {
  const heading = (button.closest('section') ?? panel)?.querySelector('h2, h3');
  return heading?.textContent ? { detail: heading.textContent } : {};
}
