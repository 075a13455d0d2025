/** Gives bytes to the browser to save under a name. */
export function saveFile({ bytes, name, type }: { bytes: Uint8Array; name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has the bytes once the press has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
