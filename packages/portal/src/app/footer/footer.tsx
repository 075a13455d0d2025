import { portalVersion } from '@basics/contract/calls/limits.ts';
import { Link } from '@tanstack/react-router';
import { useSetup } from '#portal/brand/brand.tsx';
import { footer as texts } from '#portal/texts/footer.ts';
import styles from './footer.module.css';
import { ThemeSwitch } from '../header/theme-switch.tsx';
import { useId, useState } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';

// The panel contains the whole manual. The panel is loaded when it is opened.
const HelpPanel = createLazyPart(async () => (await import('../help/help-panel.tsx')).HelpPanel);

type FooterProps = {
  /** Whether the footer leads to the help of the page, on pages for visitors, which have no button beside their title. */
  hasHelp?: boolean;
  /** Whether the choice of the theme is in the account menu instead. */
  hasAccountMenu?: boolean;
};

export function Footer({ hasHelp = false, hasAccountMenu = false }: FooterProps) {
  const { brand } = useSetup();
  return (
    <footer className={styles.footer} data-chrome>
      <div className={styles.facts}>
        <span>{texts.version(portalVersion)}</span>
        <Link to="/release-notes" className={styles.link ?? ''}>
          {texts.releaseNotes}
        </Link>
        <LegalNotice className={styles.link} />
        <Link className={styles.link ?? ''} to="/licence-checker">
          {texts.checker}
        </Link>
        <a className={styles.link} href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
      </div>
      {hasHelp && <VisitorHelp />}
      {!hasAccountMenu && <ThemeSwitch />}
    </footer>
  );
}

/** Opens the help of a page for visitors. */
function VisitorHelp() {
  const [title, setTitle] = useState<string>();
  return (
    <>
      <button
        type="button"
        className={styles.link}
        onClick={() => setTitle(document.querySelector('h1')?.textContent ?? '')}
      >
        {texts.help}
      </button>
      {title !== undefined && (
        <OptionalPart>
          <HelpPanel title={title} onClose={() => setTitle(undefined)} />
        </OptionalPart>
      )}
    </>
  );
}

/**
 * The legal disclaimer with links to the legal texts. The disclaimer opens when the user clicks the link in the footer.
 */
function LegalNotice({ className }: { className: string | undefined }) {
  const { brand } = useSetup();
  const textsId = useId();
  return (
    <Popover
      label={texts.legal}
      renderTrigger={(triggerProps) => (
        <button type="button" className={className} {...triggerProps}>
          {texts.legal}
        </button>
      )}
    >
      {(closeProps, close) => (
        <div className={styles.notice}>
          <h2>{texts.legal}</h2>
          <ul>
            {texts.legalPoints(readCurrentYear(), brand.legalEntity).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <nav aria-labelledby={textsId}>
            <h3 id={textsId}>{texts.legalTexts}</h3>
            <ul className={styles.links}>
              {texts.legalLinks.map(({ to, words }) => (
                <li key={to}>
                  <Link to={to} onClick={close}>
                    {words}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <Button variant="primary" {...closeProps}>
              {texts.ok}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}

const readCurrentYear = (): number => new Date().getFullYear();
