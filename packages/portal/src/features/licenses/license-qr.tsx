import { queryOptions, useQuery } from '@tanstack/react-query';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './verify-license.module.css';

/** Light modules around the QR code: ISO/IEC 18004 requires four. */
const quietZone = 4;

/** The picture of a QR code as a data URL. */
export const createQr = (text: string) =>
  queryOptions({
    queryKey: ['qr', text],
    // Capitals, digits and hyphens fit the alphanumeric mode: 5.5 bits each.
    queryFn: async () => {
      const { renderSVG } = await import('uqr');
      return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'M', border: quietZone }))}`;
    },
    staleTime: Infinity,
  });

/** Shows the code as a QR code: always dark on light, in any theme; its library is loaded only when needed. */
export function LicenseQr({ code }: { code: string }) {
  const { data: qr, error } = useQuery(createQr(code));
  if (error) return <Notice tone="danger" role="alert" title={texts.result.qrFailed} />;
  return (
    <figure className={styles.qr}>
      {qr ? (
        <img src={qr} alt={texts.result.qrAlternative} />
      ) : (
        <>
          <Announced>{texts.result.qrLoading}</Announced>
          <Skeleton height="100%" />
        </>
      )}
      <figcaption>{texts.result.qrText}</figcaption>
    </figure>
  );
}
