import { MonitorX } from 'lucide-react';
import { useState } from 'react';
import { watchList as texts } from '#portal/texts/watch-list.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { LostPcs } from './lost-pcs.tsx';

/** Opens the watch list: the lost PCs of all users in scope. */
export function WatchListButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<MonitorX aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && (
        <Dialog title={texts.title} onClose={() => setOpen(false)}>
          <Stack>
            <p>{texts.lead}</p>
            <LostPcs />
          </Stack>
        </Dialog>
      )}
    </>
  );
}
