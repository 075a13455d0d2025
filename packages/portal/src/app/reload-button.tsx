import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { connection } from '#portal/loading/connection.ts';
import { shell as texts } from '#portal/messages/en/shell.ts';
import { Button } from '#portal/ui/layout/button.tsx';

/** Loads the page again once the server answers: the browser never shows an error page of its own. */
export function ReloadButton() {
  const [isWaiting, setWaiting] = useState(false);
  async function reload(): Promise<void> {
    setWaiting(true);
    await connection.restored();
    location.reload();
  }
  return (
    <Button variant="primary" busy={isWaiting} icon={<RotateCw aria-hidden="true" />} onClick={() => void reload()}>
      {texts.reload}
    </Button>
  );
}
