import type { Elements } from '../layout/layout.tsx';
import { PageTitle } from './page-heading.tsx';
import styles from './hero.module.css';

export type HeroTone = 'ok' | 'warn' | 'danger' | 'neutral';

type HeroProps = {
  /** The link or the button, above the name, that leads back. */
  back?: Elements;
  tone: HeroTone;
  /** The icon of the state, such as a tick. */
  icon: Elements;
  title: string;
  /** Whether the title is the name of a thing, which is not translated. */
  isName?: boolean;
  /** Whether the title gets the focus when it appears, because it replaces another step of the same page. */
  takesFocus?: boolean;
  /** What is true about the thing: a sentence without a full stop. A `strong` is a second fact that needs the user. */
  children: Elements;
};

/** The head of a page about one thing: a sign, its name as the `h1`, and the verdict about it. */
export const Hero = ({ back, tone, icon, title, isName = false, takesFocus = false, children }: HeroProps) => (
  <>
    <div className={styles.back}>{back}</div>
    <div className={styles.hero}>
      <span className={styles.mark} data-tone={tone}>
        {icon}
      </span>
      <div>
        <PageTitle title={title} isName={isName} takesFocus={takesFocus} />
        <div className={styles.verdict} data-tone={tone}>
          {children}
        </div>
      </div>
    </div>
  </>
);
