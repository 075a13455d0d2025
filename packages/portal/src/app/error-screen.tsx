import { useRef, useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { shell as texts } from '#portal/texts/shell.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import styles from './error-screen.module.css';
import { RotateCw } from 'lucide-react';
import { connection } from '#portal/loading/connection.ts';
import { Button } from '#portal/ui/buttons/button.tsx';

/**
 * The button that copies the reference is loaded later. Until the button is loaded, a click on the reference selects
 * its text.
 */
const CopyButton = createLazyPart(async () => (await import('#portal/ui/markdown/copy-button.tsx')).CopyButton);

/** The screen that is shown in place of a page that failed; header and menu stay. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [reference] = useState(() => (error instanceof ApiProblem ? error.requestId : null) ?? createReference());
  const referenceElement = useRef<HTMLElement>(null);
  return (
    <div className={styles.screen} role="alert">
      <PageHeading title={texts.errorTitle} />
      <ReloadButton />
      <div className={styles.reference}>
        {texts.referenceFor}{' '}
        <code translate="no" ref={referenceElement}>
          {reference}
        </code>
        <OptionalPart>
          <CopyButton text={reference} selects={referenceElement} label={texts.copyReference} variant="quiet" />
        </OptionalPart>
      </div>
    </div>
  );
}

/**
 * Creates a reference for a failure without a request id. The reference is made without `crypto.randomUUID`, which exists only in secure
 * contexts.
 */
const createReference = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reloads the page once the server is ready, so that the browser does not show its own error page. */
function ReloadButton() {
  const [isWaiting, setWaiting] = useState(false);
  async function reload(): Promise<void> {
    setWaiting(true);
    await connection.waitUntilReady();
    location.reload();
  }
  return (
    <Button variant="primary" busy={isWaiting} icon={<RotateCw aria-hidden="true" />} onClick={() => void reload()}>
      {texts.reload}
    </Button>
  );
}
