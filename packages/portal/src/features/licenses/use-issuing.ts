import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { forgetLicenses, issueLicense } from './licenses.queries.ts';
import type { CodeAsked } from './licenses.queries.ts';

/** Issues once, however often it is pressed; the lists that show licences are asked anew. */
export function useIssuing(userId: number, onIssued: (license: License) => void) {
  const client = useQueryClient();
  // A second press can come before the first one is rendered as busy.
  const isRunning = useRef(false);
  const issuing = useMutation({
    mutationFn: (asked: CodeAsked) => issueLicense(userId, asked),
    onSuccess: (license) => {
      void forgetLicenses(client, userId);
      onIssued(license);
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    isBusy: issuing.isPending,
    error: issuing.error,
    forgetError: issuing.reset,
    issue(asked: CodeAsked): void {
      if (isRunning.current) return;
      isRunning.current = true;
      issuing.mutate(asked);
    },
  };
}
