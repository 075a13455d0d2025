import '#portal/brand/tokens.css';
import { readSaved } from './read-saved.ts';
import { createSavedPage } from './saved-page.ts';

// The script of the saved checker: one file that works offline, without React and without requests.
const savedData = readSaved(document);
const themeSheet = new CSSStyleSheet();
themeSheet.replaceSync(savedData.styles);
document.adoptedStyleSheets = [themeSheet];
document.documentElement.dataset['brand'] = savedData.theme;
document.body.prepend(...createSavedPage(savedData));
