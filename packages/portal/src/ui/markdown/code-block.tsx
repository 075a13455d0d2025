import { useRef } from 'react';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type CodeBlockProps = {
  /** What the text is, for screen readers. */
  label: string;
  code: string;
  copyLabel?: string;
  copyFailure?: string;
  /** More buttons, shown after the button Copy. */
  actions?: Elements;
};

/** Monospaced text that wraps at any character, with a button that copies the whole text. */
export function CodeBlock({ label, code, copyLabel, copyFailure, actions }: CodeBlockProps) {
  const codeElement = useRef<HTMLElement>(null);
  return (
    <div className={styles.block}>
      {/* A region that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.code} aria-label={label} tabIndex={0}>
        <code translate="no" ref={codeElement}>
          {code}
        </code>
      </section>
      <div className={styles.actions}>
        <CopyButton
          text={code}
          selects={codeElement}
          variant="primary"
          {...(copyLabel !== undefined && { label: copyLabel })}
          {...(copyFailure !== undefined && { failure: copyFailure })}
        />
        {actions}
      </div>
    </div>
  );
}
