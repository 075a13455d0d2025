/**
 * Does to the page what the translation of a browser does: replaces each text node by a text in two `<font>` elements, and again each text
 * node that the page creates later, after `delayMs` milliseconds. The texts stay as they are, so that a test finds them. Options are
 * left out, because a test cannot find an option by a text in an inner element.
 * Playwright runs this function in the page, so the function uses nothing else of this module.
 */
export function translatePage(delayMs: number): void {
  const isTranslatable = ({ data, parentElement }: Text): boolean =>
    data.trim() !== '' &&
    parentElement?.closest('body') != null &&
    parentElement.closest('font, [translate=no], script, style, textarea, option') === null;
  const translate = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node: Node | null = root; node !== null; node = walker.nextNode())
      if (node instanceof Text && isTranslatable(node)) texts.push(node);
    for (const text of texts) {
      const inner = document.createElement('font');
      inner.textContent = text.data;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const observer = new MutationObserver((mutations) => {
    const roots = mutations.flatMap(({ addedNodes, target, type }) =>
      type === 'characterData' ? [target] : [...addedNodes],
    );
    const run = (): void => {
      for (const root of roots) translate(root);
    };
    if (delayMs === 0) run();
    else setTimeout(run, delayMs);
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  translate(document);
}
