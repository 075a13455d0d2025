import type { UseQueryResult } from '@tanstack/react-query';
import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { formatMachineOfCode } from '../codes/code-format.ts';
import { RefusalNotice } from '../refusal-notice.tsx';
import { isLicenseRefusal } from '../refused-code.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type CodeCheckProblemProps = {
  code: VerificationCode;
  preview: UseQueryResult<LicensePreview>;
  issueError: Error | null;
  /** Renders the help for a refused code. */
  renderHelp: (problemCode: string) => Elements;
};

/** Shows why there is no licence: issuing failed, the server refused the code, or the server could not be reached. */
export function CodeCheckProblem({ code, preview, issueError, renderHelp }: CodeCheckProblemProps) {
  const { data, error } = preview;
  const issueProblem = issueError instanceof ApiProblem ? issueError : null;
  const problem = issueProblem ?? data?.problem ?? (isRefusal(error) ? error : null);
  if (problem)
    return (
      <>
        <RefusalNotice
          title={issueProblem ? texts.codeCheck.notIssued : texts.codeCheck.refused}
          problem={problem}
          machine={formatMachineOfCode(code)}
        />
        {isLicenseRefusal(problem.code) && renderHelp(problem.code)}
      </>
    );
  if (!error || data) return null; // An older result of the check is still shown.
  return (
    <Notice
      tone="danger"
      role="alert"
      title={texts.codeCheck.failed}
      actions={<Button onClick={() => void preview.refetch()}>{ui.retry}</Button>}
    >
      <p>{error.message}</p>
    </Notice>
  );
}

/** Returns whether an error means that the server refused the code. Other errors mean that no answer arrived. */
export const isRefusal = (error: Error | null): error is ApiProblem =>
  error instanceof ApiProblem && error.reaction.shown === 'inPlace';
