import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { footer as texts } from '#portal/texts/footer.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Popover } from '#portal/ui/overlays/popover.tsx';
import styles from './legal-notice.module.css';

/** The legal disclaimer, opened by its link in the footer, with links to the legal texts. */
export function LegalNotice({ className }: { className: string | undefined }) {
  const { brand } = useSetup();
  const textsId = useId();
  return (
    <Popover
      label={texts.legal}
      renderTrigger={(opens) => (
        <button type="button" className={className} {...opens}>
          {texts.legal}
        </button>
      )}
    >
      {(closes) => (
        <div className={styles.notice}>
          <h2>{texts.legal}</h2>
          <ul>
            {texts.legalPoints(currentYear(), brand.legalEntity).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <nav aria-labelledby={textsId}>
            <h3 id={textsId}>{texts.legalTexts}</h3>
            <ul className={styles.links}>
              {texts.legalLinks.map(({ to, words }) => (
                <li key={to}>
                  <Link to={to} onClick={() => document.getElementById(closes.popoverTarget)?.hidePopover()}>
                    {words}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
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
