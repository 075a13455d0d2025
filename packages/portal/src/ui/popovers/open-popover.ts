/** The selector of an open popover that Escape closes, for example the sheet of the filters. */
export const openPopoverSelector = '[popover=auto]:popover-open';
