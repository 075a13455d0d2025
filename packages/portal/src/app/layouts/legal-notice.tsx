import { useSetup } from '#portal/brand/brand.tsx';
import { footer as texts } from '#portal/messages/en/footer.ts';
import { Button } from '#portal/ui/button.tsx';
import { Popover } from '#portal/ui/popover.tsx';
import styles from './legal-notice.module.css';

/** The legal disclaimer behind its link in the footer. */
export function LegalNotice({ className }: { className: string | undefined }) {
  const { brand } = useSetup();
  return (
    <Popover
      label={texts.legalTitle}
      renderTrigger={(opens) => (
        <button type="button" className={className} {...opens}>
          {texts.legal}
        </button>
      )}
    >
      {(closes) => (
        <div className={styles.notice}>
          <h2>{texts.legalTitle}</h2>
          <ul>
            {texts.legalPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <p>{texts.terms(brand.legalEntity)}</p>
          <p className={styles.small}>{texts.copyright(currentYear(), brand.legalEntity)}</p>
          <div>
            <Button variant="primary" {...closes}>
              {texts.ok}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}

const currentYear = (): number => new Date().getFullYear();
