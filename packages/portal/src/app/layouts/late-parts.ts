// In one file, because the layout for visitors loads both last.
export { Footer } from './footer.tsx';
export { Shortcuts } from '../palette/shortcuts.tsx';
