import { useQueryClient } from '@tanstack/react-query';
import type { Command } from './commands.ts';

const queryKey = ['recent'] as const;
const maxRecentCommands = 5;

/**
 * The records that were opened from the palette, the latest first. The names of these records are personal data, so they are stored in the
 * query cache, which ends with the session.
 */
export function useRecentCommands(): { recentCommands: readonly Command[]; remember: (command: Command) => void } {
  const client = useQueryClient();
  const recentCommands = client.getQueryData<readonly Command[]>(queryKey) ?? [];
  return {
    recentCommands: recentCommands.map((command) => ({ ...command, group: 'recent' })),
    remember: (command) => {
      client.setQueryDefaults(queryKey, { gcTime: Infinity });
      client.setQueryData(
        queryKey,
        [command, ...recentCommands.filter(({ id }) => id !== command.id)].slice(0, maxRecentCommands),
      );
    },
  };
}
