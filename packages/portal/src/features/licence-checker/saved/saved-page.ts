import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { formatDay } from '#portal/messages/times.ts';
import buttons from '#portal/ui/buttons/button.module.css';
import layout from '#portal/ui/layout/layout.module.css';
import drops from '#portal/ui/files/file-drop.module.css';
import fields from '#portal/ui/fields/form-field.module.css';
import headings from '#portal/ui/headings/page-heading.module.css';
import entries from '#portal/ui/forms/text-entry.module.css';
import { readFileText } from '#portal/ui/files/local-files.ts';
import { checkText, isWholeLicence } from '../check-text.ts';
import { createElement } from './element.ts';
import styles from '../licence-checker.module.css';
import type { SavedData } from './read-saved-data.ts';
import { createReport } from '../report.ts';
import page from './saved-page.module.css';
import { createSavedReport } from './saved-report.ts';

/**
 * Creates the page of the saved checker: the field for a licence, the result, and the explanation of the limits of the
 * checker.
 */
export function createSavedPage(savedData: SavedData): Node[] {
  const resultElement = createElement('div');
  const field = createElement('textarea', {
    id: 'licence',
    class: fields.control,
    rows: '6',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-describedby': 'hint problem',
  });
  const problem = createElement('p', { id: 'problem', class: fields.error, role: 'alert' });

  async function checkLicence(licenceText: string): Promise<void> {
    problem.textContent = '';
    field.value = licenceText;
    const report = createReport(await checkText(licenceText, savedData, Date.now()), savedData.names);
    const reportElement = createSavedReport(report);
    resultElement.replaceChildren(reportElement);
    reportElement.querySelector<HTMLElement>('h2')?.focus();
  }

  async function checkFiles([file, ...otherFiles]: readonly File[]): Promise<void> {
    if (!file) return;
    if (otherFiles.length > 0) {
      problem.textContent = texts.badFile.several;
      return;
    }
    const fileText = await readFileText(file);
    if (fileText.ok) await checkLicence(fileText.text);
    else problem.textContent = texts.badFile[fileText.reason];
  }

  const form = createEntryForm({
    field,
    problem,
    onText: (licenceText) => void checkLicence(licenceText),
    onFiles: (files) => void checkFiles(files),
  });
  const overlay = createElement('div', { class: drops.overlay, hidden: '' }, texts.drop);
  listenForDrops(overlay, (files) => void checkFiles(files));
  const main = createElement(
    'main',
    { class: page.page },
    createElement(
      'div',
      { class: headings.heading },
      createElement(
        'div',
        {},
        createElement('h1', {}, texts.title),
        createElement('p', { class: headings.intro }, texts.lead),
      ),
    ),
    createElement(
      'div',
      { class: layout.columns },
      createElement('div', { class: styles.stack }, form, resultElement),
      createHelp(savedData),
    ),
  );
  return [main, overlay];
}

type EntryFormOptions = {
  field: HTMLTextAreaElement;
  problem: HTMLElement;
  onText: (licenceText: string) => void;
  onFiles: (files: readonly File[]) => void;
};

function createEntryForm({ field, problem, onText, onFiles }: EntryFormOptions): HTMLElement {
  const fileInput = createElement('input', {
    type: 'file',
    multiple: '',
    class: drops.input,
    accept: '.lic,.txt,text/plain',
  });
  const chooseButton = createElement(
    'button',
    { type: 'button', class: `${buttons.button} ${buttons.secondary}` },
    texts.chooseFile,
  );
  const form = createElement(
    'form',
    { class: entries.entry, novalidate: '' },
    createElement(
      'div',
      { class: fields.field },
      createElement('label', { class: fields.label, for: field.id }, texts.field),
      createElement('p', { class: fields.hint, id: 'hint' }, texts.hint),
      field,
      problem,
    ),
    createElement(
      'div',
      { class: buttons.actions },
      createElement('button', { class: `${buttons.button} ${buttons.primary}` }, texts.check),
      chooseButton,
      fileInput,
    ),
    createElement('p', { class: styles.private }, texts.private),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onText(field.value);
  });
  field.addEventListener('paste', () => setTimeout(() => onText(field.value)));
  field.addEventListener('input', () => isWholeLicence(field.value) && onText(field.value));
  chooseButton.addEventListener('click', () => fileInput.click());
  fileInput.addEventListener('change', () => {
    onFiles([...(fileInput.files ?? [])]);
    fileInput.value = ''; // Without this reset, no change event would occur when the same file is chosen again.
  });
  return createElement('div', { class: layout.card }, form);
}

/** Accepts files that are dropped anywhere on the page. An overlay is shown while a file is dragged. */
function listenForDrops(overlay: HTMLElement, onFiles: (files: readonly File[]) => void): void {
  window.addEventListener('dragover', (event) => {
    event.preventDefault();
    overlay.hidden = false;
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) overlay.hidden = true; // The user has dragged the file out of the window.
  });
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    overlay.hidden = true;
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

function createHelp({ portal, madeAt, keys, supportEmail }: SavedData): HTMLElement {
  const keysText = texts.saved.since(portal, formatDay(madeAt.slice(0, 10) || '1970-01-01'));
  const keyTexts = keys.length === 0 ? [texts.saved.noKeys] : [keysText, texts.saved.newer];
  return createElement(
    'div',
    { class: styles.help },
    ...texts.help.parts.map(({ title, points }) =>
      createElement(
        'section',
        {},
        createElement('h2', {}, title),
        createElement('ul', { class: styles.points }, ...points.map((point) => createElement('li', {}, point))),
      ),
    ),
    createElement(
      'section',
      {},
      createElement('h2', {}, texts.saved.keysTitle),
      ...keyTexts.map((keyText) => createElement('p', {}, keyText)),
      ...(supportEmail === '' ? [] : [createElement('p', {}, supportEmail)]),
    ),
  );
}
