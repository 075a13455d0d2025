import { Maximize, Printer } from 'lucide-react';
import { useState } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { LargeQr } from './large-qr.tsx';
import { LicenseKit } from './license-kit.tsx';

/** The buttons that transfer a licence to a PC without a network: print the licence, or show a large QR code to the webcam of the PC. */
export function KitActions({ license }: { license: License }) {
  const [openPart, setOpenPart] = useState<'kit' | 'qr'>();
  const closePart = (): void => setOpenPart(undefined);
  return (
    <>
      <Button icon={<Printer aria-hidden="true" />} onClick={() => setOpenPart('kit')}>
        {texts.result.print}
      </Button>
      <Button icon={<Maximize aria-hidden="true" />} onClick={() => setOpenPart('qr')}>
        {texts.result.largeQr}
      </Button>
      {openPart === 'kit' && <LicenseKit license={license} onPrinted={closePart} />}
      {openPart === 'qr' && <LargeQr license={license} onClose={closePart} />}
    </>
  );
}
