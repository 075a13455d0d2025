import cards from '#portal/ui/layout/card.module.css';
import rows from '#portal/ui/content/fact-rows.module.css';
import headings from '#portal/ui/layout/focused-heading.module.css';
import notices from '#portal/ui/feedback/notice.module.css';
import { element } from './element.ts';
import styles from './licence-checker.module.css';
import type { Report } from './report.ts';

const signs = { ok: '\u2713', warn: '!', danger: '\u2717' };

/** Builds the result of a check, as the page of the portal shows it. */
export function savedReport({ tone, title, text, next, about, facts, clock }: Report): HTMLElement {
  return element(
    'section',
    { class: `${cards.card} ${styles.stack}`, 'aria-labelledby': 'finding' },
    element('h2', { id: 'finding', class: headings.heading, tabindex: '-1' }, title),
    element(
      'div',
      { class: `${notices.notice} ${notices[tone]}` },
      element('span', { 'aria-hidden': 'true' }, signs[tone]),
      element('div', { class: `${notices.body} ${styles.said}` }, element('p', {}, text), element('p', {}, next)),
    ),
    element('h3', { class: styles.subtitle }, about),
    element(
      'dl',
      { class: rows.rows },
      ...facts.map(({ name, value, remark }) =>
        element(
          'div',
          {},
          element('dt', {}, name),
          element('dd', {}, value, ...(remark === undefined ? [] : [element('p', { class: styles.remark }, remark)])),
        ),
      ),
    ),
    ...(clock === null ? [] : [element('p', { class: styles.remark }, clock)]),
  );
}
