import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import type { ButtonVariant } from '#portal/ui/layout/button.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';

export type CopyButtonProps = {
  text: string;
  /** Where the text stands: it is selected when the clipboard is denied. */
  selects?: RefObject<HTMLElement | null>;
  label?: string;
  /** Said when the clipboard is denied; "Text copy error" unless told. */
  failure?: string;
  variant?: ButtonVariant;
};

const shownFor = 2000;

/** Copies a text and says so on itself; when the browser refuses it says that and selects the text instead. */
export function CopyButton({
  text,
  selects,
  label = texts.copy,
  failure = texts.copyFailed,
  variant,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const toasts = useToasts();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toasts.problem(failure);
      if (selects?.current) getSelection()?.selectAllChildren(selects.current);
    }
  }

  return (
    <Button
      variant={variant ?? 'secondary'}
      icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? texts.copied : label}</span>
    </Button>
  );
}
