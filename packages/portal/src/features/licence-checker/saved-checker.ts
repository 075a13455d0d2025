import '#portal/brand/tokens.css';
import { readSaved } from './read-saved.ts';
import { createSavedPage } from './saved-page.ts';

// The script of the saved checker: one file that works offline, without React and without requests.
const saved = readSaved(document);
const themeSheets = new CSSStyleSheet();
themeSheets.replaceSync(saved.looks);
document.adoptedStyleSheets = [themeSheets];
document.documentElement.dataset['brand'] = saved.theme;
document.body.prepend(...createSavedPage(saved));
