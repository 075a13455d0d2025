import { useRouter } from '@tanstack/react-router';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { takeRememberedPath } from '#portal/session/remembered-path.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { TwoStep } from './two-step.tsx';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';

/** The only page for a user who must set up a second step. When the second step is set up, the requested page opens. */
export function RequiredSecondFactor() {
  const session = useSession();
  const router = useRouter();
  const toasts = useToasts();

  async function continueToPortal(): Promise<void> {
    try {
      await session.refresh();
      await router.navigate({ href: takeRememberedPath() ?? '/', replace: true });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toasts.problem(error.message);
    }
  }

  return (
    <>
      <PageHeading title={texts.first.title} introText={texts.first.lead} />
      <TwoStep onSecured={() => void continueToPortal()} />
    </>
  );
}
