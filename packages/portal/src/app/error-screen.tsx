import { useRef, useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { shell as texts } from '#portal/texts/shell.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import styles from './error-screen.module.css';
import { ReloadButton } from './reload-button.tsx';

/** Without it, one press selects the reference. */
const CopyButton = createLazyPart(async () => (await import('#portal/ui/content/copy-button.tsx')).CopyButton);

/** Shown in place of a page that failed; header and menu stay. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [reference] = useState(() => (error instanceof ApiProblem ? error.requestId : null) ?? createReference());
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={styles.screen} role="alert">
      <PageHeading title={texts.errorTitle} />
      <ReloadButton />
      <div className={styles.reference}>
        {texts.referenceFor} <code ref={shown}>{reference}</code>
        <OptionalPart>
          <CopyButton text={reference} selects={shown} label={texts.copyReference} variant="quiet" />
        </OptionalPart>
      </div>
    </div>
  );
}

/** A reference for a failure without a request id. `crypto.randomUUID` exists in secure contexts only. */
const createReference = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
