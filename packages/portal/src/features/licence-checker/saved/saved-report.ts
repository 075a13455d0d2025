import layout from '#portal/ui/layout/layout.module.css';
import rows from '#portal/ui/content/fact-rows.module.css';
import headings from '#portal/ui/headings/page-heading.module.css';
import notices from '#portal/ui/feedback/notice.module.css';
import { createElement } from './element.ts';
import styles from '../licence-checker.module.css';
import type { Report } from '../report.ts';

const symbolsByTone = { ok: '\u2713', warn: '!', danger: '\u2717' };

/** Creates the section with the report about a check, with the same layout as on the page of the portal. */
export function createSavedReport({ tone, title, text, next, factsTitle, facts, clockText }: Report): HTMLElement {
  return createElement(
    'section',
    { class: `${layout.card} ${styles.stack}`, 'aria-labelledby': 'finding' },
    createElement('h2', { id: 'finding', class: headings.focused, tabindex: '-1' }, title),
    createElement(
      'div',
      { class: `${notices.notice} ${notices[tone]}` },
      createElement('span', { 'aria-hidden': 'true' }, symbolsByTone[tone]),
      createElement(
        'div',
        { class: `${notices.body} ${styles.said}` },
        createElement('p', {}, text),
        createElement('p', {}, next),
      ),
    ),
    createElement('h3', { class: styles.subtitle }, factsTitle),
    createElement(
      'dl',
      { class: rows.rows },
      ...facts.map(({ name, value, remark }) =>
        createElement(
          'div',
          {},
          createElement('dt', {}, name),
          createElement(
            'dd',
            {},
            value,
            ...(remark === undefined ? [] : [createElement('p', { class: styles.remark }, remark)]),
          ),
        ),
      ),
    ),
    ...(clockText === null ? [] : [createElement('p', { class: styles.remark }, clockText)]),
  );
}
