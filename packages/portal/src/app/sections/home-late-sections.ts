// The sections at the end of the home page. All these sections are in one file, so that the browser loads them with one
// request.
export { StaffFigures, StaffNotices } from '#portal/features/home/staff-figures.tsx';
export { RenewalPicture } from '#portal/features/license-admin/renew/renewal-picture.tsx';
export { NewestReleaseNote } from '#portal/features/release-notes/published/newest-release-note.tsx';
