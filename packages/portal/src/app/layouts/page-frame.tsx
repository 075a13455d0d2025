import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Banners } from './banners.tsx';
import { Footer } from './footer.tsx';
import styles from './page-frame.module.css';
import { contentId, SkipLink } from './skip-link.tsx';

type PageFrameProps = {
  header: ReactNode;
  /** A page to read is as wide as one reads well, one to work with as wide as there is room. */
  width: 'reading' | 'working';
};

/** What stands around a page: banners and the header above it, the footer below. */
export const PageFrame = ({ header, width }: PageFrameProps) => (
  <>
    <SkipLink />
    <div className={styles.page} data-width={width}>
      <Banners />
      {header}
      <main id={contentId} className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <div className={styles.foot}>
        <Footer />
      </div>
    </div>
  </>
);
