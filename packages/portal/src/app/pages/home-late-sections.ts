// The sections at the end of the home page. They are in one file, so that they need one request.
export { StaffFigures } from '#portal/features/home/staff-figures.tsx';
export { NewestReleaseNote } from '#portal/features/release-notes/newest-release-note.tsx';
