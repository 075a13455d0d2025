type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Replaces the prerendered page by the portal without losing the user's input: values, focus, a button or link that is pressed at this
 * moment, and a submitted form, which `/early.js` has held back and marked. `render` must change the document before it returns.
 */
export function keepEarlyInput(root: Element, render: () => void): void {
  const changedFields = listFields(root).filter((field) => field.value !== field.defaultValue);
  const enteredValues = changedFields.map(({ name, value, dataset }) => ({
    name,
    value,
    inputType: dataset['inputType'],
  }));
  const focusedField = findFocusedField(root);
  const pressedControl = root.querySelector<HTMLElement>(':is(a, button):active');
  const pressedBox = pressedControl?.getBoundingClientRect();
  const isSubmitted = root.querySelector('form[data-submitted]') !== null;
  render();
  for (const { name, ...input } of enteredValues) enterValue(findField(root, name), input);
  if (focusedField) restoreFocus(findField(root, focusedField.name), focusedField);
  if (pressedControl && pressedBox) clickWhenReleased(pressedControl.tagName, pressedBox);
  if (isSubmitted) root.querySelector('form')?.requestSubmit();
}

const listFields = (root: Element): Field[] => [
  ...root.querySelectorAll<Field>('input[name]:not([type=radio], [type=checkbox]), textarea[name]'),
];

const findField = (root: Element, name: string): Field | undefined =>
  listFields(root).find((field) => field.name === name);

type FocusedField = { name: string; start: number | null; end: number | null };

function findFocusedField(root: Element): FocusedField | null {
  const field = listFields(root).find((candidate) => candidate === document.activeElement);
  return field ? { name: field.name, start: field.selectionStart, end: field.selectionEnd } : null;
}

function restoreFocus(field: Field | undefined, { start, end }: FocusedField): void {
  field?.focus({ preventScroll: true });
  // `start` is null for fields without a text selection, such as numbers.
  if (start !== null && field?.selectionStart !== null) field?.setSelectionRange(start, end);
}

/**
 * Clicks the control that has replaced a pressed one when the pointer is released over it. The browser sends no click: the pressed control
 * is no longer in the document. The control is found by its place, because a page that the browser translates changes its texts.
 */
function clickWhenReleased(tagName: string, { left, right, top, bottom }: DOMRect): void {
  window.addEventListener(
    'pointerup',
    ({ clientX: x, clientY: y }) => {
      const control = document.elementFromPoint(x, y)?.closest<HTMLElement>('a, button');
      const isInside = x >= left && x <= right && y >= top && y <= bottom;
      if (isInside && control?.tagName === tagName) control.click();
    },
    { once: true },
  );
}

/** The text of a field, and how it was entered (Input Events Level 2, 5.1.2), such as `insertFromPaste`. */
type EnteredValue = { value: string; inputType: string | undefined };

/**
 * Enters a value and sends an input event, as if the user had typed the value. The value is set with the browser's own setter, because
 * React ignores an input event for a value that was set through React's setter.
 */
function enterValue(field: Field | undefined, { value, inputType = 'insertText' }: EnteredValue): void {
  if (!field) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
}
