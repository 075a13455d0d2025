import { MonitorX } from 'lucide-react';
import { watchList as texts } from '#portal/texts/watch-list.ts';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { LostPcs } from './seats/lost-pcs.tsx';

/** A button that opens the watch list: the PCs that were reported lost, of all users whom staff may see. */
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
