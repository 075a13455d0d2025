import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useSetup } from '#portal/brand/brand.tsx';
import { home as texts } from '#portal/texts/home.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import styles from './home-page.module.css';

/** A card with links to other pages that the user may open. */
export function NextPages() {
  const { setup } = useSetup();
  return (
    <Card title={texts.links.title}>
      <ul className={styles.pages}>
        <li>
          <Link to="/license/verify">{texts.links.verify.title}</Link>
          <p>{texts.links.verify.text}</p>
        </li>
        <Allowed any={['account.view']}>
          <li>
            <Link to="/account">{texts.links.account.title}</Link>
            <p>{texts.links.account.text}</p>
          </li>
        </Allowed>
        {setup.pocUrl !== null && (
          <Allowed any={['POC.view']}>
            <li>
              <a href={setup.pocUrl} target="_blank" rel="noreferrer">
                {texts.links.poc.title} <ExternalLink aria-hidden="true" />
              </a>
              <p>{texts.links.poc.text}</p>
            </li>
          </Allowed>
        )}
      </ul>
    </Card>
  );
}
