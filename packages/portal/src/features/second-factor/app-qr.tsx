import { useEffect, useState } from 'react';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import styles from './second-factor.module.css';

/** The width of the empty border around the QR code in modules: ISO/IEC 18004 requires four. */
const quietZoneModules = 4;

/** Shows the secret of an authenticator app as a QR code, dark on light in every theme. The code is not cached. */
export function AppQr({ uri }: { uri: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    import('uqr')
      .then(({ renderSVG }) =>
        setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { ecc: 'M', border: quietZoneModules }))}`),
      )
      .catch(() => setFailed(true));
  }, [uri]);
  if (hasFailed) return <Notice tone="warn" role="alert" title={texts.app.qrFailed} />;
  return (
    <div className={styles.qr}>{picture ? <img src={picture} alt={texts.app.qr} /> : <Skeleton height="100%" />}</div>
  );
}
