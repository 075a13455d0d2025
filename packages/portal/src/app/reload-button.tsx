import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { connection } from '#portal/loading/connection.ts';
import { shell as texts } from '#portal/texts/shell.ts';
import { Button } from '#portal/ui/layout/button.tsx';

/** Reloads the page once the server is ready, so that the browser does not show its own error page. */
export function ReloadButton() {
  const [isWaiting, setWaiting] = useState(false);
  async function reload(): Promise<void> {
    setWaiting(true);
    await connection.waitUntilReady();
    location.reload();
  }
  return (
    <Button variant="primary" busy={isWaiting} icon={<RotateCw aria-hidden="true" />} onClick={() => void reload()}>
      {texts.reload}
    </Button>
  );
}
