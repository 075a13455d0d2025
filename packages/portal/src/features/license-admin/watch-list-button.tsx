import { MonitorX } from 'lucide-react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { watchList as texts } from '#portal/texts/watch-list.ts';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog-button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';

const LostPcs = createLazyPart(async () => (await import('./seats/lost-pcs.tsx')).LostPcs);

/** A button that opens the watch list: the PCs that were reported lost, of all users whom staff may see. */
export const WatchListButton = () => (
  <DialogButton icon={<MonitorX aria-hidden="true" />} label={texts.open}>
    {(closeDialog) => (
      <Dialog title={texts.title} onClose={closeDialog}>
        <Stack>
          <p>{texts.lead}</p>
          <OptionalPart>
            <LostPcs />
          </OptionalPart>
        </Stack>
      </Dialog>
    )}
  </DialogButton>
);
