import { useState } from 'react';
import type { WaitingPc } from '@basics/contract/licenses/activation.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import { formatMachineOfCode } from '#portal/features/licenses/license-format.tsx';
import { CodeCheck } from '#portal/features/licenses/issue/code-check.tsx';
import { readCode } from '#portal/features/licenses/codes/read-code.ts';
import type { RenderHelp } from '#portal/features/licenses/refusal-notice.tsx';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { activation as texts } from '#portal/texts/activation.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import styles from '../verify-license.module.css';
import { confirmWaitingPc, denyWaitingPc } from '../licenses.queries.ts';

type WaitingPcCheckProps = {
  pc: WaitingPc;
  grants: readonly ToolGrant[];
  renderHelp: RenderHelp;
  onConfirmed: (license: License) => void;
  onDenied: () => void;
  onRestart: () => void;
};

/** Shows the PC that waits for a licence, the licence that it would get, and the buttons to confirm and to refuse. */
export function WaitingPcCheck({ pc, grants, renderHelp, onConfirmed, onDenied, onRestart }: WaitingPcCheckProps) {
  const denyAttempt = useAttempt();
  const codeReading = readCode(pc.verificationCode);
  if (!codeReading.ok) return <Notice tone="danger" role="alert" title={codeReading.error} />;
  const { userCode } = pc;
  const deny = (): void =>
    void denyAttempt.attempt(async () => {
      await denyWaitingPc(userCode);
      onDenied();
    });
  return (
    <CodeCheck
      code={codeReading.code}
      grants={grants}
      renderHelp={renderHelp}
      onIssued={onConfirmed}
      onRestart={onRestart}
      onFiles={() => {}}
      waitingPc={{
        title: texts.waiting.title(formatMachineOfCode(codeReading.code)),
        facts: (
          <>
            {denyAttempt.problem && <ProblemNotice problem={denyAttempt.problem} />}
            <WaitingFacts pc={pc} />
          </>
        ),
        issue: {
          label: texts.waiting.confirm,
          send: (_userId, { tool, brand, bridge }) =>
            confirmWaitingPc({
              userCode,
              ...(tool !== undefined && { tool }),
              ...(brand !== undefined && { brand }),
              ...(bridge === true && { bridge }),
            }),
        },
        actions: (
          <>
            <Button busy={denyAttempt.isBusy} onClick={deny}>
              {texts.waiting.deny}
            </Button>
            <Button onClick={onRestart}>{texts.waiting.another}</Button>
          </>
        ),
      }}
    />
  );
}

/**
 * Shows when and from where the PC sent its request. The user must compare the shown code with the code on the PC,
 * because an attacker could have sent the code to the user (RFC 8628, 5.4).
 */
function WaitingFacts({ pc: { userCode, askedAt, address, isSameNetwork } }: { pc: WaitingPc }) {
  const [now] = useState(Date.now);
  const ago = formatAgo(Math.floor((now - Date.parse(askedAt)) / 1000));
  return (
    <>
      <Notice tone="warn" title={texts.waiting.compare}>
        <p>
          <code translate="no" className={styles.pcCode}>
            {userCode}
          </code>
        </p>
        <p>{texts.waiting.warning}</p>
      </Notice>
      <FactRows>
        <FactRow name={texts.waiting.asked}>{texts.waiting.askedAgo(ago, formatMoment(askedAt))}</FactRow>
        <FactRow name={texts.waiting.from}>
          {isSameNetwork ? texts.waiting.same(address) : texts.waiting.other(address)}
        </FactRow>
      </FactRows>
    </>
  );
}
