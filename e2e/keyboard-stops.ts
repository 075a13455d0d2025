/** The element that has the focus after a press of Tab, as the code in the page describes it. */
export type Stop = {
  /** The index of the element in the list of the controls that Tab must reach, or -1. */
  index: number;
  /** Empty if no element of the page has the focus. */
  name: string;
  /** How the element is drawn with the focus. */
  appearance: string;
  /** How the element that had the focus before is drawn now, without the focus. */
  appearanceOfPrevious: string;
  /** What covers a part of the element, or an empty text. */
  coveringElement: string;
  isBeforePrevious: boolean;
};

type Walk = {
  /** Lists the names of the controls that Tab must reach now, in the order of the document. */
  listControls: () => string[];
  haveControlsChanged: () => boolean;
  readStop: () => Promise<Stop>;
};

declare global {
  // oxlint-disable-next-line no-var -- a global of the page is declared with var
  var keyboardWalk: Walk;
}

/** This function runs in the page, so it contains all functions that it needs. */
// oxlint-disable-next-line max-lines-per-function -- Playwright sends one function to the page.
export function installKeyboardWalk(): void {
  const controlSelector = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  let controls: HTMLElement[] = [];
  let previous: HTMLElement | null = null;

  const findLabel = (element: Element): Element | null => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    return isField || element instanceof HTMLTextAreaElement ? (element.labels?.[0] ?? null) : null;
  };
  const describe = (element: Element): string => {
    const text = element.ariaLabel ?? findLabel(element)?.textContent ?? element.textContent;
    return `${element.localName} "${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`;
  };

  /** Tab reaches only one radio button of a group: the chosen radio button, or the first if none is chosen. */
  const isReachedInGroup = (radio: HTMLInputElement): boolean => {
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name, form }) => name === radio.name && form === radio.form,
    );
    return radio.checked || (group[0] === radio && !group.some(({ checked }) => checked));
  };
  const isReachable = (element: HTMLElement): boolean =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled, [inert] *') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    (!(element instanceof HTMLInputElement) || element.type !== 'radio' || isReachedInGroup(element));
  const findControls = (): HTMLElement[] => {
    const container = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    return [...container.querySelectorAll<HTMLElement>(controlSelector)].filter(isReachable);
  };

  const describeStyle = (element: Element, pseudo?: string): string => {
    const style = getComputedStyle(element, pseudo);
    return [style.outline, style.boxShadow, style.border, style.backgroundColor, style.textDecoration].join('|');
  };
  /**
   * Describes how a control is drawn, together with the elements around it: a small control may show its focus on its
   * label, on the next element, or on an element around it.
   */
  const describeAppearance = (element: Element | null): string => {
    if (element === null) return '';
    const shownElements = [
      element,
      element.nextElementSibling,
      element.parentElement,
      element.parentElement?.parentElement,
    ];
    const styles = shownElements.map((neighbour) => (neighbour ? describeStyle(neighbour) : ''));
    return [...styles, describeStyle(element, '::before'), describeStyle(element, '::after')].join('\n');
  };

  /** Returns the element that shows the control: the label of the control if the control itself is visually hidden. */
  const findVisibleElement = (element: HTMLElement): Element => {
    const { width, height } = element.getBoundingClientRect();
    return width > 4 && height > 4 ? element : (findLabel(element) ?? element.parentElement ?? element);
  };
  const staysInView = (element: Element): boolean =>
    element.matches(':popover-open, :modal') || ['sticky', 'fixed'].includes(getComputedStyle(element).position);
  const listAncestors = (element: Element | null): Element[] =>
    element === null ? [] : [element, ...listAncestors(element.parentElement)];
  /**
   * Whether `hit` covers the box and belongs to an element that stays in view while its surroundings scroll, such as a sticky header. A
   * button inside a field covers nothing.
   */
  const isCoveredBy = (box: Element, hit: Element): boolean =>
    !box.contains(hit) &&
    !hit.contains(box) &&
    listAncestors(hit).some((element) => staysInView(element) && !element.contains(box)) &&
    // A tooltip, or the label of the control, may cover the control.
    hit.closest('[role=tooltip]') === null &&
    hit.closest('label')?.contains(box) !== true;
  const findCover = (box: Element): string => {
    const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
    const isTall = height > innerHeight / 2;
    const points = [
      [left + width / 2, top + height / 2],
      [left + 3, top + 3],
      [right - 3, top + 3],
      [left + 3, bottom - 3],
      [right - 3, bottom - 3],
    ] as const;
    for (const [x, y] of points) {
      const hit = document.elementFromPoint(x, y);
      if (hit === null && !isTall && !box.matches('textarea')) return 'the edge of the window';
      if (hit !== null && isCoveredBy(box, hit)) return describe(hit);
    }
    return '';
  };

  /**
   * Whether an element is above the element that had the focus earlier, or on its left on the same line. The focus may go up to the top of
   * the next column.
   */
  const isBefore = (element: HTMLElement, earlier: HTMLElement): boolean => {
    if (listAncestors(element).some(staysInView) !== listAncestors(earlier).some(staysInView)) return false;
    // Controls of one row are not compared, because a row that is shown as a card has its cells in another order than the table.
    if (element.closest('tr') !== null && element.closest('tr') === earlier.closest('tr')) return false;
    const box = findVisibleElement(element).getBoundingClientRect();
    const earlierBox = findVisibleElement(earlier).getBoundingClientRect();
    const isAbove = box.bottom <= earlierBox.top + 1 && box.left < earlierBox.right - 1;
    const isOnSameLine = box.bottom > earlierBox.top + 1 && box.top < earlierBox.bottom - 1;
    return isAbove || (isOnSameLine && box.right <= earlierBox.left + 1);
  };

  globalThis.keyboardWalk = {
    listControls: () => {
      controls = findControls();
      previous = null;
      return controls.map(describe);
    },
    haveControlsChanged: () => {
      // A popover closes when the focus leaves it, so that its controls are removed.
      const areControlsRemoved = controls.some((control) => !control.isConnected);
      return areControlsRemoved || findControls().some((control) => !controls.includes(control));
    },
    readStop: async () => {
      // The browser scrolls to the element with the focus before it draws the next frame.
      await new Promise((resolve) => void requestAnimationFrame(resolve));
      const { activeElement } = document;
      // Between the last and the first control of a dialog, the dialog itself has the focus.
      const isOutside = activeElement?.matches('body, dialog') === true;
      const element = activeElement instanceof HTMLElement && !isOutside ? activeElement : null;
      const index = element === null ? -1 : controls.indexOf(element);
      const stop = {
        index,
        name: element === null ? '' : describe(element),
        appearance: describeAppearance(element),
        appearanceOfPrevious: describeAppearance(previous),
        coveringElement: element === null ? '' : findCover(findVisibleElement(element)),
        // After the last control, Tab returns to the first control (index 0), which is no fault.
        isBeforePrevious: element !== null && previous !== null && index > 0 && isBefore(element, previous),
      };
      previous = element;
      return stop;
    },
  };
}
