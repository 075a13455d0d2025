import type { SecondFactor } from '@basics/contract/second-factor.ts';
import { FingerprintPattern, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { ItemRow } from '#portal/ui/lists/item-row.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';

const icons = { totp: Smartphone, passkey: FingerprintPattern };

type FactorRowProps = { factor: SecondFactor; onRename: () => void; onRemove: () => void };

/** Shows one second step with its kind, when it was added, and when it was last used. */
export function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { kind, name, createdAt, lastUsedAt } = factor;
  const facts = [
    ...(name === texts.twoStep.kinds[kind] ? [] : [texts.twoStep.kinds[kind]]),
    texts.twoStep.added(formatShortDay(createdAt)),
    lastUsedAt === null ? texts.twoStep.neverUsed : texts.twoStep.lastUsed(formatShortDay(lastUsedAt)),
  ];
  return (
    <ItemRow
      icon={icons[kind]}
      title={name}
      facts={facts}
      actions={
        <>
          <Button variant="quiet" icon={<Pencil aria-hidden="true" />} onClick={onRename}>
            {texts.twoStep.rename} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
          <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
            {texts.twoStep.remove} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        </>
      }
    />
  );
}
