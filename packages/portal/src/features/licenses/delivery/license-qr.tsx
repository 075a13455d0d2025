import { queryOptions, useQuery } from '@tanstack/react-query';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import styles from '../verify-license.module.css';

/** The width of the empty border around the QR code in modules: ISO/IEC 18004 requires four. */
const quietZoneModules = 4;

/** Creates the query that renders a text as the image of a QR code (a data URL). */
export const createQrQuery = (text: string) =>
  queryOptions({
    queryKey: ['qr', text],
    // The text has only capitals, digits and hyphens, so the QR code uses the alphanumeric mode with 5.5 bits per character.
    queryFn: async () => {
      const { renderSVG } = await import('uqr');
      return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'M', border: quietZoneModules }))}`;
    },
    staleTime: Infinity,
  });

/** Shows a licence code as a QR code: dark on light in every theme. The library for QR codes is loaded on demand. */
export function LicenseQr({ code }: { code: string }) {
  const { data: qr, error } = useQuery(createQrQuery(code));
  if (error) return <Notice tone="danger" role="alert" title={texts.result.qrFailed} />;
  return (
    <figure className={styles.qr}>
      {qr ? (
        <img src={qr} alt={texts.result.qrAlternative} />
      ) : (
        <>
          <AnnouncedText>{texts.result.qrLoading}</AnnouncedText>
          <Skeleton height="100%" />
        </>
      )}
      <figcaption>{texts.result.qrText}</figcaption>
    </figure>
  );
}
