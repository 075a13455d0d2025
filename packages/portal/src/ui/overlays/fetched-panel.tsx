import type { ComponentType, ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { SidePanel, type SidePanelProps } from './side-panel.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';

type FetchedPanelProps<FetchedRecord> = {
  /** The result of the query for the record. */
  query: { data: FetchedRecord | undefined; error: Error | null; refetch: () => unknown };
  /** Whether the record does not exist, so that another attempt would not find it either. */
  isMissing: boolean;
  /** The titles while the record is loading and when it is missing, and the text when it is missing. */
  panelTexts: { loading: string; failed: string; notFound: string; notFoundText: string };
  readTitle: (record: FetchedRecord) => string;
  onClose: () => void;
  footer?: ReactNode;
  /** What surrounds the record: by default a modal panel. */
  frame?: ComponentType<SidePanelProps> | undefined;
  children: (record: FetchedRecord) => ReactNode;
};

/**
 * A panel that loads its record when it opens. It shows the record, or that the record is loading, is missing or could not be loaded.
 */
export function FetchedPanel<FetchedRecord>({
  query: found,
  isMissing: isGone,
  panelTexts,
  readTitle: titleOf,
  children,
  frame: Frame = SidePanel,
  ...panel
}: FetchedPanelProps<FetchedRecord>) {
  const { data, error } = found;
  if (data !== undefined) {
    return (
      <Frame {...panel} title={titleOf(data)}>
        {children(data)}
      </Frame>
    );
  }
  return (
    <Frame {...panel} title={error === null ? panelTexts.loading : isGone ? panelTexts.notFound : panelTexts.failed}>
      {error === null && <LoadingContent />}
      {error !== null && isGone && <p>{panelTexts.notFoundText}</p>}
      {error !== null && !isGone && (
        <LoadFailure title={panelTexts.failed} message={error.message} onRetry={() => void found.refetch()} />
      )}
    </Frame>
  );
}

const LoadingContent = () => (
  <>
    <AnnouncedText>{texts.loading}</AnnouncedText>
    <Skeleton height="10rem" />
    <Skeleton height="6rem" />
  </>
);

const LoadFailure = ({ title, message, onRetry }: { title: string; message: string; onRetry: () => void }) => (
  <Notice tone="danger" role="alert" title={title} actions={<Button onClick={onRetry}>{texts.retry}</Button>}>
    <p>{message}</p>
  </Notice>
);
