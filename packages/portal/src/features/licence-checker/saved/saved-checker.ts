import '#portal/brand/tokens.css';
import { readSavedData } from './read-saved-data.ts';
import { createSavedPage } from './saved-page.ts';

// The script of the saved checker: one file that works offline, without React and without requests.
const savedData = readSavedData(document);
const themeSheet = new CSSStyleSheet();
themeSheet.replaceSync(savedData.styles);
document.adoptedStyleSheets = [themeSheet];
document.documentElement.dataset['brand'] = savedData.theme;
document.body.prepend(...createSavedPage(savedData));
