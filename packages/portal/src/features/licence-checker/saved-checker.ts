import '#portal/brand/tokens.css';
import { readSaved } from './read-saved.ts';
import { createSavedPage } from './saved-page.ts';

// The checker as one file that works without a portal and without a network: no React, no request, one script.
const saved = readSaved(document);
const themeSheets = new CSSStyleSheet();
themeSheets.replaceSync(saved.looks);
document.adoptedStyleSheets = [themeSheets];
document.documentElement.dataset['brand'] = saved.theme;
document.body.prepend(...createSavedPage(saved));
