// Runs before the first paint, so that a chosen theme never flashes. Storage may be denied: then the system decides.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  document.documentElement.removeAttribute('data-theme');
}
