import '#portal/brand/tokens.css';
import { readSaved } from './read-saved.ts';
import { savedPage } from './saved-page.ts';

// The checker as one file that works without a portal and without a network: no React, no request, one script.
const saved = readSaved(document);
const looks = new CSSStyleSheet();
looks.replaceSync(saved.looks);
document.adoptedStyleSheets = [looks];
document.documentElement.dataset['brand'] = saved.theme;
document.body.prepend(...savedPage(saved));
