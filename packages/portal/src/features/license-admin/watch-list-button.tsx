import { MonitorX } from 'lucide-react';
import { watchList as texts } from '#portal/texts/watch-list.ts';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog-button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { LostPcs } from './lost-pcs.tsx';

/** Opens the watch list: the lost PCs of all users in scope. */
export const WatchListButton = () => (
  <DialogButton icon={<MonitorX aria-hidden="true" />} label={texts.open}>
    {(closeDialog) => (
      <Dialog title={texts.title} onClose={closeDialog}>
        <Stack>
          <p>{texts.lead}</p>
          <LostPcs />
        </Stack>
      </Dialog>
    )}
  </DialogButton>
);
