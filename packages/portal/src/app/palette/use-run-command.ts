import { useNavigate } from '@tanstack/react-router';
import { selectTheme } from '../layouts/theme-choice.ts';
import { useSignOut } from '../layouts/use-sign-out.ts';
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
    } else if (!('effect' in command)) {
      const { path, search, hash } = command;
      void navigate({ to: path, ...(search && { search }), ...(hash !== undefined && { hash }) });
    } else if (command.effect === 'signOut') void signOut();
    else selectTheme(command.effect);
  };
}
