import { RotateCw } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { shell as texts } from '#portal/texts/shell.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import type { CopyButtonProps } from '#portal/ui/content/copy-button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import styles from './error-screen.module.css';

/** Comes when it can: a page may have failed because no script can be fetched, and one press selects the reference anyway. */
const CopyButton = lazy(async () => ({
  default: (await import('#portal/ui/content/copy-button.tsx').catch(() => null))?.CopyButton ?? Nothing,
}));

/** Stands in the place of a page that failed; header and menu stay. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [reference] = useState(() => (error instanceof ApiProblem ? error.requestId : null) ?? freshReference());
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={styles.screen} role="alert">
      <PageHeading title={texts.errorTitle} />
      <Button variant="primary" icon={<RotateCw aria-hidden="true" />} onClick={() => location.reload()}>
        {texts.reload}
      </Button>
      <div className={styles.reference}>
        {texts.referenceFor} <code ref={shown}>{reference}</code>
        <Suspense>
          <CopyButton text={reference} selects={shown} label={texts.copyReference} variant="quiet" />
        </Suspense>
      </div>
    </div>
  );
}

const Nothing = (_props: CopyButtonProps) => null;

/** For a failure that no call caused. `crypto.randomUUID` exists on secure origins only. */
const freshReference = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
