import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { Confirm, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { Drawer, SidePanel } from '#portal/ui/overlays/side-panel.tsx';
import { FetchedPanel } from '#portal/ui/overlays/fetched-panel.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import { Tooltip } from '#portal/ui/popovers/tooltip.tsx';

const failedQuery = { data: undefined, error: new Error('The server did not answer.'), refetch: () => undefined };
const panelTexts = {
  loading: 'Loading',
  failed: 'Failed to fetch the user',
  notFound: 'Not found',
  notFoundText: 'No such user.',
};

/** Each modal component, by the name of its file; its buttons call `close`. */
const overlays = {
  dialog: (close: () => void) => (
    <Dialog title="Dialog" onClose={close} footer={<Button onClick={close}>Close it</Button>}>
      <p>Its content</p>
    </Dialog>
  ),
  confirm: (close: () => void) => (
    <Confirm
      title="Delete?"
      action="Delete 1 user"
      icon={<Trash2 aria-hidden="true" />}
      onConfirm={close}
      onCancel={close}
    >
      <p>This cannot be undone.</p>
    </Confirm>
  ),
  drawer: (close: () => void) => (
    <Drawer label="Drawer" onClose={close}>
      <p>Its content</p>
    </Drawer>
  ),
  'side-panel': (close: () => void) => (
    <SidePanel title="Side panel" onClose={close} footer={<Button onClick={close}>Done</Button>}>
      <p>Its content</p>
    </SidePanel>
  ),
  'fetched-panel': (close: () => void) => (
    <FetchedPanel<string>
      query={failedQuery}
      isMissing={false}
      panelTexts={panelTexts}
      readTitle={String}
      onClose={close}
    >
      {(name) => <p>{name}</p>}
    </FetchedPanel>
  ),
};
type Overlay = keyof typeof overlays;

/** Buttons that open the modal components, one at a time. */
export function OverlayPieces() {
  const [open, setOpen] = useState<Overlay | null>(null);
  return (
    <Card title="Overlays">
      <Actions>
        {overlayNames.map((name) => (
          <Button key={name} onClick={() => setOpen(name)}>{`Open ${name}`}</Button>
        ))}
        <Popover label="Popover" renderTrigger={(triggerProps) => <Button {...triggerProps}>Open popover</Button>}>
          {(closeProps) => <Button {...closeProps}>Close popover</Button>}
        </Popover>
        <Tooltip text="More about it">{(anchorProps) => <Button {...anchorProps}>With a tooltip</Button>}</Tooltip>
      </Actions>
      {open !== null && overlays[open](() => setOpen(null))}
    </Card>
  );
}

const overlayNames = ['dialog', 'confirm', 'drawer', 'side-panel', 'fetched-panel'] as const satisfies Overlay[];
