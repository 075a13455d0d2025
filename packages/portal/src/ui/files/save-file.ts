/** Makes the browser save bytes as a file with this name. */
export function saveFile({ bytes, name, type }: { bytes: Uint8Array; name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the bytes while it handles the click event, so the URL is released in the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Makes the browser save a CSV text. The byte-order mark tells spreadsheets that the text is UTF-8. */
export const saveCsv = (name: string, text: string): void =>
  saveFile({ bytes: new TextEncoder().encode(`\uFEFF${text}`), name, type: 'text/csv; charset=utf-8' });
