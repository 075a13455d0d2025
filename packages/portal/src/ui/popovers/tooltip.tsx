import { useId, type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { positionBesideAnchor } from './anchored-popover.ts';
import styles from './popovers.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type AnchorProps = {
  'aria-describedby': string;
  onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type TooltipProps = {
  text: ReactNode;
  /** Whether the tooltip is shown only when text inside the anchor is cut off. */
  whenTruncated?: boolean;
  /** Renders the focusable element that the tooltip explains; spread the given props on it. */
  children: (anchorProps: AnchorProps) => Elements;
};

/** Details about an element on hover and on focus; Escape hides them, and the pointer may rest on them (WCAG 1.4.13). */
export function Tooltip({ text, whenTruncated = false, children }: TooltipProps) {
  const id = useId();

  function show({ currentTarget: anchor }: { currentTarget: HTMLElement }): void {
    const panel = document.getElementById(id);
    if (panel === null || (whenTruncated && !isTruncated(anchor))) return;
    panel.showPopover();
    panel.dataset['side'] = positionBesideAnchor(panel, anchor);
  }

  const hide = (): void => document.getElementById(id)?.hidePopover();
  const hideUnlessOver = ({ relatedTarget }: { relatedTarget: EventTarget | null }): void => {
    if (relatedTarget instanceof Node && document.getElementById(id)?.contains(relatedTarget)) return;
    hide();
  };

  return (
    <>
      {children({
        'aria-describedby': id,
        onPointerEnter: show,
        onPointerLeave: hideUnlessOver,
        onFocus: ({ currentTarget: anchor }) => {
          // When a panel above the anchor closes, the focus returns to the anchor. The browser cannot show the tooltip until the panel has
          // closed, so the tooltip is shown in a timeout.
          setTimeout(() => {
            if (document.activeElement === anchor) show({ currentTarget: anchor });
          });
        },
        onBlur: hide,
        onKeyDown: ({ key }) => {
          if (key === 'Escape') hide();
        },
      })}
      <div id={id} className={styles.tooltip} role="tooltip" popover="manual" data-chrome onPointerLeave={hide}>
        {text}
      </div>
    </>
  );
}

const isTruncated = (anchor: HTMLElement): boolean =>
  [anchor, ...anchor.querySelectorAll('*')].some(
    (element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth,
  );
