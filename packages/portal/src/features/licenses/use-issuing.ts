import { useQueryClient } from '@tanstack/react-query';
import type { License } from '@basics/contract/licenses.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { invalidateLicenses, issueLicense } from './licenses.queries.ts';
import type { CodeRequest } from './licenses.queries.ts';

/** Issues once, even if the button is pressed twice; then reloads the lists that show licences. */
export function useIssuing(
  userId: number,
  onIssued: (license: License) => void,
  send: (userId: number, asked: CodeRequest) => Promise<License> = issueLicense,
) {
  const client = useQueryClient();
  const { attempt, ...state } = useAttempt();
  const issue = (asked: CodeRequest): void =>
    void attempt(async () => {
      const license = await send(userId, asked);
      void invalidateLicenses(client, userId);
      onIssued(license);
    });
  return { ...state, issue };
}
