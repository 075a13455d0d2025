import { FlaskConical } from 'lucide-react';
import { useSetup } from '#portal/brand/brand.tsx';
import { shell as texts } from '#portal/texts/shell.ts';
import styles from './banners.module.css';
import { ConnectionNotice } from './connection-notice.tsx';

/** Shows the banners of every page: that this is a demo, that the browser is offline, or that the server does not answer. */
export function Banners() {
  const { setup } = useSetup();
  return (
    <aside aria-label={texts.notices} data-chrome>
      {setup.demo && (
        <p className={styles.banner}>
          <FlaskConical aria-hidden="true" />
          {texts.demo}
        </p>
      )}
      <ConnectionNotice />
    </aside>
  );
}
