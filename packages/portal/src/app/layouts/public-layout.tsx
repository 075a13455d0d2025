import { Outlet } from '@tanstack/react-router';
import { BrandMark } from '#portal/brand/brand-mark.tsx';
import { session } from '#portal/messages/en/session.ts';
import { Banners } from './banners.tsx';
import styles from './public-layout.module.css';
import { contentId, SkipLink } from './skip-link.tsx';
import { lazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

/** Last of all: nobody waits for them to begin. */
const Footer = lazyPart(async () => (await import('./footer.tsx')).Footer);
const Shortcuts = lazyPart(async () => (await import('../palette/shortcuts.tsx')).Shortcuts);

/** The pages before anybody is signed in: the brand with what the portal is for, and one task beside it. */
export const PublicLayout = () => (
  <>
    <SkipLink />
    <div className={styles.page}>
      <div className={styles.banners}>
        <Banners />
      </div>
      <header className={styles.brand}>
        <div className={styles.mark}>
          <BrandMark />
        </div>
        <div className={styles.pitch}>
          <p className={styles.headline}>{session.howTitle}</p>
          <ol className={styles.steps}>
            {session.how.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </header>
      <div className={styles.side}>
        <main id={contentId} className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <div className={styles.foot}>
          <OptionalPart>
            <Footer />
          </OptionalPart>
        </div>
      </div>
    </div>
    <OptionalPart>
      <Shortcuts />
    </OptionalPart>
  </>
);
