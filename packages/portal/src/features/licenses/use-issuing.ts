import { useQueryClient } from '@tanstack/react-query';
import type { License } from '@basics/contract/licenses.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { forgetLicenses, issueLicense } from './licenses.queries.ts';
import type { CodeAsked } from './licenses.queries.ts';

/** Issues once, even if the button is pressed twice; then reloads the lists that show licences. */
export function useIssuing(userId: number, onIssued: (license: License) => void) {
  const client = useQueryClient();
  const { attempt, ...state } = useAttempt();
  const issue = (asked: CodeAsked): void =>
    void attempt(async () => {
      const license = await issueLicense(userId, asked);
      void forgetLicenses(client, userId);
      onIssued(license);
    });
  return { ...state, issue };
}
