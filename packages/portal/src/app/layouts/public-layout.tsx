import { Outlet, useLocation } from '@tanstack/react-router';
import { BrandLogo } from '#portal/brand/brand.tsx';
import { session } from '#portal/texts/session.ts';
import { Banners } from './banners.tsx';
import { FirstViewFooter } from '../footer/lazy-footer.tsx';
import styles from './public-layout.module.css';
import { contentId, SkipLink } from './skip-link.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

const Shortcuts = createLazyPart(async () => (await import('../palette/shortcuts.tsx')).Shortcuts);

/** The layout of pages for visitors who are not signed in: the brand with an introduction, and the page next to it. */
export const PublicLayout = () => (
  <>
    <SkipLink />
    <div className={styles.page}>
      <div className={styles.banners}>
        <Banners />
      </div>
      <header className={styles.brand}>
        <div className={styles.logo}>
          <BrandLogo />
        </div>
        <Introduction />
      </header>
      <div className={styles.side}>
        <main id={contentId} className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <div className={styles.foot}>
          <OptionalPart>
            <FirstViewFooter hasHelp />
          </OptionalPart>
        </div>
      </div>
    </div>
    <OptionalPart>
      <Shortcuts />
    </OptionalPart>
  </>
);

const introductions: Readonly<Record<string, { title: string; steps: readonly string[] }>> = session.introductions;

/** The steps that begin on this page, or one sentence that helps there. */
function Introduction() {
  const introduction = useLocation({ select: ({ pathname }) => introductions[pathname] });
  if (!introduction) return null;
  return (
    <div className={styles.introduction}>
      <p className={styles.headline}>{introduction.title}</p>
      {introduction.steps.length > 0 && (
        <ol className={styles.steps}>
          {introduction.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
