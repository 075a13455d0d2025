import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Banners } from './banners.tsx';
import { Footer } from './footer.tsx';
import styles from './page-frame.module.css';
import { contentId, SkipLink } from './skip-link.tsx';

type PageFrameProps = {
  header: ReactNode;
  /** `reading` limits the width to readable lines; `working` uses the whole window. */
  width: 'reading' | 'working';
};

/** The frame of a page: banners and header above, footer below. */
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
