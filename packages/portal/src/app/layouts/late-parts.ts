// Both parts are in one file, because the layout for visitors loads them together, after everything else.
export { Footer } from './footer.tsx';
export { Shortcuts } from '../palette/shortcuts.tsx';
