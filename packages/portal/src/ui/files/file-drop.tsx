import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { Button, type ButtonVariant } from '#portal/ui/buttons/button.tsx';
import styles from './file-drop.module.css';
import { isField } from '../forms/use-pasted.ts';

type FileDropProps = {
  /** The label of the button that opens the file picker. */
  label: string;
  variant?: ButtonVariant | undefined;
  /** The attribute `accept` of the input, which only filters the files that the picker offers. */
  accept?: string;
  /** The message over the page while a file is dragged over it. */
  dropLabel?: string;
  /** Called for text that is dropped outside a field; a field accepts dropped text itself. */
  onText?: (text: string) => void;
} & (
  | { onFile: (file: File) => void; onFiles?: never }
  /** `onFiles` gets several files at once, in the order of the operating system, and never an empty list. */
  | { onFiles: (files: readonly File[]) => void; onFile?: never }
);

/** A button that opens the file picker. While the button is mounted, files can also be dropped anywhere on the page. */
export function FileDrop(props: FileDropProps) {
  const { label, variant, accept, onFile, onFiles, onText, dropLabel = texts.dropHere } = props;
  const picker = useRef<HTMLInputElement>(null);
  const acceptFiles = (fileList: FileList | null | undefined): boolean => {
    const [first, ...otherFiles] = fileList ?? [];
    if (!first) return false;
    if (onFiles) onFiles([first, ...otherFiles]);
    else onFile?.(first);
    return true;
  };
  const isHovering = usePageDrop(acceptFiles, onText);
  return (
    <>
      <Button variant={variant} icon={<FileUp aria-hidden="true" />} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        className={styles.input}
        accept={accept}
        multiple={onFiles !== undefined}
        aria-label={label}
        onChange={({ currentTarget }) => {
          acceptFiles(currentTarget.files);
          currentTarget.value = ''; // The value is reset, so that the same file can be chosen again.
        }}
      />
      {isHovering && <div className={styles.overlay}>{dropLabel}</div>}
    </>
  );
}

type PageDropProps = { dropLabel: string; onFiles: (files: readonly File[]) => void };

/** Accepts files that are dropped anywhere on the page, on a page without a button for files. */
export function PageDrop({ dropLabel, onFiles }: PageDropProps) {
  const isHovering = usePageDrop((fileList) => {
    const files = [...(fileList ?? [])];
    if (files.length > 0) onFiles(files);
    return files.length > 0;
  }, undefined);
  return isHovering && <div className={styles.overlay}>{dropLabel}</div>;
}

type AcceptFiles = (files: FileList | undefined) => boolean;

/** Returns whether files or text that can be dropped are dragged over the page. `acceptFiles` returns whether it accepted the dropped files. */
function usePageDrop(acceptFiles: AcceptFiles, acceptText: ((text: string) => void) | undefined): boolean {
  const [isHovering, setHovering] = useState(false);
  const canAccept = useEffectEvent((event: DragEvent): boolean => {
    const types = event.dataTransfer?.types ?? [];
    if (types.includes('Files')) return true;
    return acceptText !== undefined && types.includes('text/plain') && !isField(event.target);
  });
  const acceptDropped = useEffectEvent((event: DragEvent): boolean => {
    if (acceptFiles(event.dataTransfer?.files)) return true;
    if (!canAccept(event)) return false;
    acceptText?.(event.dataTransfer?.getData('text/plain') ?? '');
    return true;
  });
  useEffect(() => {
    const stopController = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void): void =>
      window.addEventListener(type, listener, { signal: stopController.signal });
    listen('dragover', (event) => {
      const canDrop = canAccept(event);
      if (canDrop) event.preventDefault();
      setHovering(canDrop);
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setHovering(false); // The pointer has left the window.
    });
    listen('drop', (event) => {
      setHovering(false);
      if (acceptDropped(event)) event.preventDefault();
    });
    return () => stopController.abort();
  }, []);
  return isHovering;
}
