// The sections at the end of the home page. All these sections are in one file, so that the browser loads them with one
// request.
export { StaffFigures } from '#portal/features/home/staff-figures.tsx';
export { NewestReleaseNote } from '#portal/features/release-notes/published/newest-release-note.tsx';
