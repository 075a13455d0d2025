import type { License } from '@basics/contract/licenses.ts';
import { formatMachine } from '#portal/features/licenses/code-format.ts';
import { FocusedCard } from '#portal/features/licenses/focused-card.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { activation as texts } from '#portal/texts/activation.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';

/** Shows the result of the decision; `license` is null if the user refused the request. */
export function ActivationEnd({ license, onRestart }: { license: License | null; onRestart: () => void }) {
  const machine = license && formatMachine(license.machineName);
  return (
    <FocusedCard title={machine === null ? texts.denied.title : texts.done.title(machine)}>
      {license && machine !== null ? (
        <>
          <Notice tone="ok">
            <p>{texts.done.validUntil(formatDay(license.expiryDate))}</p>
          </Notice>
          <p>{texts.done.text(machine)}</p>
        </>
      ) : (
        <p>{texts.denied.text}</p>
      )}
      <Actions>
        <Button onClick={onRestart}>{texts.done.another}</Button>
        <LinkButton to="/account">{texts.done.all}</LinkButton>
      </Actions>
    </FocusedCard>
  );
}
