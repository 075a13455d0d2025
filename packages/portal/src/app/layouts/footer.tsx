import { portalVersion } from '@basics/contract/limits.ts';
import { Link } from '@tanstack/react-router';
import { useSetup } from '#portal/brand/brand.tsx';
import { footer as texts } from '#portal/texts/footer.ts';
import styles from './footer.module.css';
import { LegalNotice } from './legal-notice.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function Footer() {
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
      <ThemeSwitch />
    </footer>
  );
}
