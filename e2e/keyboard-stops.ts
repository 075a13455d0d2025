/** The element with the focus, as the page describes it. */
export type Stop = {
  /** The index in the list of the controls that Tab must reach, or -1. */
  index: number;
  /** Empty if no element of the page has the focus. */
  name: string;
  /** How the element is drawn with the focus. */
  look: string;
  /** How the element that had the focus before is drawn now, without the focus. */
  lookOfPrevious: string;
  /** What covers a part of the element, or an empty text. */
  cover: string;
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

/** Runs in the page, so it contains all functions that it needs. */
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

  /** Of the radio buttons of a group, Tab reaches the chosen one, or the first one if none is chosen. */
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
  /** The focus of a small control may be drawn by its label, by the element after it, or by an element around it. */
  const describeLook = (element: Element | null): string => {
    if (element === null) return '';
    const around = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    const styles = around.map((neighbour) => (neighbour ? describeStyle(neighbour) : ''));
    return [...styles, describeStyle(element, '::before'), describeStyle(element, '::after')].join('\n');
  };

  /** The visible box of a control: that of its label if the control itself is visually hidden. */
  const findBox = (element: HTMLElement): Element => {
    const { width, height } = element.getBoundingClientRect();
    return width > 4 && height > 4 ? element : (findLabel(element) ?? element.parentElement ?? element);
  };
  const staysInView = (element: Element): boolean =>
    element.matches(':popover-open, :modal') || ['sticky', 'fixed'].includes(getComputedStyle(element).position);
  const findAllAround = (element: Element | null): Element[] =>
    element === null ? [] : [element, ...findAllAround(element.parentElement)];
  /** Whether an element that stays in view while its surroundings scroll is over the box. A button inside a field is not. */
  const isCoveredBy = (box: Element, hit: Element): boolean =>
    !box.contains(hit) &&
    !hit.contains(box) &&
    findAllAround(hit).some((element) => staysInView(element) && !element.contains(box)) &&
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

  /** Whether the element is above the previous one, or left of it on the same line. A column may begin at its top again. */
  const isBefore = (element: HTMLElement, earlier: HTMLElement): boolean => {
    if (findAllAround(element).some(staysInView) !== findAllAround(earlier).some(staysInView)) return false;
    // Controls of one row are not compared, because a row that is shown as a card has its cells in another order than the table.
    if (element.closest('tr') !== null && element.closest('tr') === earlier.closest('tr')) return false;
    const box = findBox(element).getBoundingClientRect();
    const earlierBox = findBox(earlier).getBoundingClientRect();
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
      const areGone = controls.some((control) => !control.isConnected);
      return areGone || findControls().some((control) => !controls.includes(control));
    },
    readStop: async () => {
      // The browser scrolls to the element with the focus before it draws the next frame.
      await new Promise((resolve) => void requestAnimationFrame(resolve));
      const { activeElement } = document;
      // A dialog has the focus itself between its last and its first control.
      const isOutside = activeElement?.matches('body, dialog') === true;
      const element = activeElement instanceof HTMLElement && !isOutside ? activeElement : null;
      const index = element === null ? -1 : controls.indexOf(element);
      const stop = {
        index,
        name: element === null ? '' : describe(element),
        look: describeLook(element),
        lookOfPrevious: describeLook(previous),
        cover: element === null ? '' : findCover(findBox(element)),
        // After the last control, Tab returns to the first control (index 0), which is no fault.
        isBeforePrevious: element !== null && previous !== null && index > 0 && isBefore(element, previous),
      };
      previous = element;
      return stop;
    },
  };
}
