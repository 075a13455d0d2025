import { Outlet } from '@tanstack/react-router';
import { OptionalPart } from '#portal/loading/lazy-part.tsx';
import { Banners } from './banners.tsx';
import { FirstViewFooter, LateFooter } from '../footer/lazy-footer.tsx';
import styles from './page-frame.module.css';
import { contentId, SkipLink } from './skip-link.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type PageFrameProps = {
  header: Elements;
  /** `reading` limits the width to readable lines; `working` uses the whole window. */
  width: 'reading' | 'working';
  /** The sidebar, which is shown when the window is at least 768 px wide. */
  sidebar?: Elements;
};

/** The frame of a page: banners and header above, the sidebar at the start, footer below. */
export const PageFrame = ({ header, width, sidebar }: PageFrameProps) => (
  <>
    <SkipLink />
    <div className={styles.page} data-width={width}>
      <Banners />
      {header}
      {sidebar !== undefined && (
        <div className={styles.side} data-chrome>
          <div>{sidebar}</div>
        </div>
      )}
      <main id={contentId} className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <div className={styles.foot}>
        <OptionalPart>{sidebar === undefined ? <FirstViewFooter /> : <LateFooter hasAccountMenu />}</OptionalPart>
      </div>
    </div>
  </>
);
