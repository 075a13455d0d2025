import { useNavigate } from '@tanstack/react-router';
import { pickTheme } from '../layouts/theme-choice.ts';
import { useSignOut } from '../layouts/use-sign-out.ts';
import type { Command } from './commands.ts';

/** Goes where a command leads, or does what it stands for. */
export function useGo(): (command: Command) => void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (command) => {
    if (!('deed' in command)) {
      const { path, search, hash } = command;
      void navigate({ to: path, ...(search && { search }), ...(hash !== undefined && { hash }) });
    } else if (command.deed === 'signOut') void signOut();
    else pickTheme(command.deed);
  };
}
