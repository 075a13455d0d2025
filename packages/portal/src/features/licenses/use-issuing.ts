import { useQueryClient } from '@tanstack/react-query';
import type { License } from '@basics/contract/licenses.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { invalidateLicenses, issueLicense } from './licenses.queries.ts';
import type { CodeRequest } from './licenses.queries.ts';

/** Issues a licence once, even if the button is pressed twice, and then reloads the lists of licences. */
export function useIssuing(
  userId: number,
  onIssued: (license: License) => void,
  sendRequest: (userId: number, codeRequest: CodeRequest) => Promise<License> = issueLicense,
) {
  const client = useQueryClient();
  const { attempt, ...state } = useAttempt();
  const issueOnce = (codeRequest: CodeRequest, onDone = () => {}): void =>
    void attempt(async () => {
      const license = await sendRequest(userId, codeRequest);
      onDone();
      void invalidateLicenses(client, userId);
      onIssued(license);
    });
  return { ...state, issue: issueOnce };
}
