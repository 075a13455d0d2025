import { useQueryClient } from '@tanstack/react-query';
import type { Command } from './commands.ts';

const key = ['recent'] as const;
const maxRecentCommands = 5;

/**
 * The records that were opened from the palette, the latest first. Their names are personal data, so they are stored in the query cache, which
 * ends with the session.
 */
export function useRecentCommands(): { recent: readonly Command[]; remember: (command: Command) => void } {
  const client = useQueryClient();
  const recent = client.getQueryData<readonly Command[]>(key) ?? [];
  return {
    recent: recent.map((command) => ({ ...command, group: 'recent' })),
    remember: (command) => {
      client.setQueryDefaults(key, { gcTime: Infinity });
      client.setQueryData(key, [command, ...recent.filter(({ id }) => id !== command.id)].slice(0, maxRecentCommands));
    },
  };
}
