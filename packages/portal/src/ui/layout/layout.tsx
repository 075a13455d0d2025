import { useId, useEffect, useRef, type ReactElement, type ReactNode, type ComponentProps } from 'react';
import styles from './layout.module.css';

type CardProps = {
  title?: string;
  actions?: Elements;
  /** The id to which the fragment of an address leads; only with a title. */
  anchor?: string;
  children: Elements;
};

/**
 * An area of the page for one subject, in a stack with a line between it and the card before it. Only a dialog draws a frame around it. A card
 * with a title is a region with that name (`h2`).
 */
export function Card({ title, actions, anchor, children }: CardProps) {
  const id = useId();
  if (title === undefined) return <div className={styles.card}>{children}</div>;
  return (
    <section className={styles.card} aria-labelledby={id} {...(anchor !== undefined && { id: anchor, tabIndex: -1 })}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/**
 * What a component shows beside other elements: elements, but no bare text. If the browser translates the page, it replaces each text node.
 * React then finds neither the text that it must remove nor the text before which it must insert an element. An element stays in its place,
 * so each text has an element of its own (docs/decisions/0164-translated-pages.md).
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];

/** Joins the class names with spaces, without the arguments that are false or undefined. */
export const joinClasses = (...classNames: (string | false | undefined)[]): string =>
  classNames.filter(Boolean).join(' ');

/** A column of elements with gaps between them; content that is wider than the stack scrolls or wraps. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;

/** A column of cards, with larger gaps than a `Stack` has. */
export const CardStack = ({ children }: { children: ReactNode }) => (
  <div className={joinClasses(styles.stack, styles.cards)}>{children}</div>
);

/** Cards as the parts of one page: without frames, separated by lines, in a wide window with their titles beside them. */
export const Sections = ({ children }: { children: ReactNode }) => <div className={styles.sections}>{children}</div>;

/** The main column with a help column next to it, or below it on a narrow window. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>;

/** Text for screen readers only. */
export const VisuallyHidden = (props: Omit<ComponentProps<'span'>, 'className'>) => (
  <span {...props} className={styles.hidden} />
);

/** Text for screen readers only, announced when it appears. */
export const AnnouncedText = (props: Omit<ComponentProps<'output'>, 'className'>) => (
  <output {...props} className={styles.hidden} />
);

/**
 * A ref callback that scrolls a result into view when it appears, because the result may be far from the button that was pressed. The focus
 * stays on the button that started the action, so that the next press repeats the action.
 */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/**
 * A message about an action that the user started further down the page. The message takes the focus, which scrolls it into view, again for
 * every new `cause`.
 */
export function ScrolledIntoView({ cause, children }: { cause: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const handledCause = useRef<unknown>(null);
  useEffect(() => {
    if (handledCause.current === cause) return;
    handledCause.current = cause;
    ref.current?.focus();
  });
  return (
    <div ref={ref} tabIndex={-1}>
      {children}
    </div>
  );
}
