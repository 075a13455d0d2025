import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { feedback as texts } from '#portal/texts/feedback.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#portal/ui/buttons/button.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';

export type CopyButtonProps = {
  text: string;
  /** The element with the text, which is selected when the browser denies the clipboard. */
  selects?: RefObject<HTMLElement | null>;
  label?: string;
  /** The error when the browser denies the clipboard; the default is "Text copy error". */
  failure?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
};

const copiedMs = 2000;

/**
 * Copies a text and confirms it in its own label. When the browser denies the clipboard, the button shows an error,
 * selects the text and says how to copy it.
 */
export function CopyButton({
  text,
  selects,
  label = texts.copy,
  failure = texts.copyFailed,
  variant,
  size,
}: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const toasts = useToasts();
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers deny the clipboard to pages without HTTPS. There, the former command still copies a selection.
      if (copySelection(text)) return setCopied(true);
      toasts.problem(failure);
      if (!selects?.current) return;
      getSelection()?.selectAllChildren(selects.current);
      toasts.notice(texts.copySelected);
    }
  }

  return (
    <Button
      variant={variant ?? 'secondary'}
      size={size}
      icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      otherLabel={isCopied ? label : texts.copied}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? texts.copied : label}</span>
    </Button>
  );
}

/** Copies a text with the command of browsers for a selection. Returns whether the browser has copied it. */
function copySelection(text: string): boolean {
  const textArea = document.createElement('textarea');
  textArea.value = text;
  textArea.readOnly = true; // A phone shows no keyboard.
  // Within a modal dialog, an element outside of the dialog cannot get the focus.
  const focusedElement = document.activeElement;
  (focusedElement?.closest('dialog') ?? document.body).append(textArea);
  textArea.focus({ preventScroll: true });
  textArea.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- There is no other way to copy without HTTPS.
    return document.execCommand('copy');
  } finally {
    textArea.remove();
    if (focusedElement instanceof HTMLElement) focusedElement.focus({ preventScroll: true });
  }
}
