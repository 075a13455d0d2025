import { useRef } from 'react';
import { integrations } from '#portal/texts/integrations.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import styles from './integrations.module.css';

type ShownOnceProps = { title: string; warning: string; value: string; copyLabel: string; onClose: () => void };

/** The dialog that shows a new key or secret, which the portal shows only once. */
export function ShownOnce({ title, warning, value, copyLabel, onClose }: ShownOnceProps) {
  const valueRef = useRef<HTMLElement>(null);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={value} selects={valueRef} label={copyLabel} variant="primary" />
          <Button onClick={onClose}>{integrations.key.done}</Button>
        </>
      }
    >
      <Stack>
        <Notice tone="warn" title={warning} />
        <code ref={valueRef} className={styles.key} translate="no">
          {value}
        </code>
      </Stack>
    </Dialog>
  );
}
