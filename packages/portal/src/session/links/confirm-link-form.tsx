import { BadgeCheck } from 'lucide-react';
import { isProblem } from '#portal/api/api-problem.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { ProblemNotice } from '../editing/problem-notice.tsx';
import { useAttempt } from '../editing/use-attempt.ts';

type ConfirmLinkFormProps = {
  label: string;
  failedTitle: string;
  /** Sends the token of the link to the server, which confirms it. */
  confirmLink: () => Promise<void>;
  /** Called when the server no longer accepts the link. */
  onLinkExpired: () => void;
};

/** The button on a page that opens from a link in an e-mail. Only this button confirms the link, because mail scanners also open links. */
export function ConfirmLinkForm({ label, failedTitle, confirmLink, onLinkExpired }: ConfirmLinkFormProps) {
  const { problem, isBusy, attempt } = useAttempt();

  const confirm = (): Promise<void> =>
    attempt(async () => {
      try {
        await confirmLink();
      } catch (error) {
        if (!isProblem(error, 'LINK_NOT_VALID')) throw error;
        onLinkExpired();
      }
    });

  return (
    <Stack>
      {problem && <ProblemNotice problem={problem} title={failedTitle} />}
      <div>
        <Button variant="primary" busy={isBusy} icon={<BadgeCheck aria-hidden="true" />} onClick={() => void confirm()}>
          {label}
        </Button>
      </div>
    </Stack>
  );
}
