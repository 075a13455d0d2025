import type { SecondFactor } from '@basics/contract/second-factor.ts';
import { Fingerprint, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { security as texts } from '#portal/messages/en/security.ts';
import { shortDayWords } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/button.tsx';
import { VisuallyHidden } from '#portal/ui/visually-hidden.tsx';
import styles from './security.module.css';

const icons = { totp: Smartphone, passkey: Fingerprint };

type FactorRowProps = { factor: SecondFactor; onRename: () => void; onRemove: () => void };

/** One second step: what it is, since when, and when it was used. */
export function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { kind, name, createdAt, lastUsedAt } = factor;
  const Icon = icons[kind];
  const facts = [
    ...(name === texts.twoStep.kinds[kind] ? [] : [texts.twoStep.kinds[kind]]),
    texts.twoStep.added(shortDayWords(createdAt)),
    lastUsedAt === null ? texts.twoStep.neverUsed : texts.twoStep.lastUsed(shortDayWords(lastUsedAt)),
  ];
  return (
    <li className={styles.row}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.small}>{facts.join(' · ')}</p>
      </div>
      <div className={styles.rowActions}>
        <Button variant="quiet" icon={<Pencil aria-hidden="true" />} onClick={onRename}>
          {texts.twoStep.rename}
          <VisuallyHidden>{texts.twoStep.of(name)}</VisuallyHidden>
        </Button>
        <Button variant="quiet" icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
          {texts.twoStep.remove}
          <VisuallyHidden>{texts.twoStep.of(name)}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
