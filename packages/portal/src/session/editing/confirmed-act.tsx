import { useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { useAttempt } from './use-attempt.ts';

type ConfirmedActProps = {
  /** The content of the button. */
  children: ReactNode;
  variant?: ButtonProps['variant'];
  icon: Elements;
  /** The question, what would happen, and the button that does it. */
  title: string;
  text: string;
  action: string;
  isSafe?: boolean;
  /** The title of the notice after a failure. */
  failed: string;
  run: () => Promise<void>;
};

/** A button for an action that cannot be undone: it asks first, and the question stays open if the action fails. */
export function ConfirmedAct({
  children,
  variant,
  icon,
  title,
  text,
  action,
  isSafe = false,
  failed,
  run,
}: ConfirmedActProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { problem, isBusy, attempt } = useAttempt();
  const confirm = () =>
    attempt(async () => {
      await run();
      setConfirming(false);
    });
  return (
    <>
      <Button icon={icon} {...(variant && { variant })} onClick={() => setConfirming(true)}>
        {children}
      </Button>
      {isConfirming && (
        <Confirm
          title={title}
          action={action}
          isSafe={isSafe}
          icon={icon}
          busy={isBusy}
          onConfirm={() => void confirm()}
          onCancel={() => setConfirming(false)}
        >
          <p>{text}</p>
          {problem && <ProblemNotice problem={problem} title={failed} />}
        </Confirm>
      )}
    </>
  );
}
