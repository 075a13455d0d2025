// Runs before the portal's other scripts, while its prerendered page is shown.
const root = document.documentElement;

// The server knows the appearance by a cookie, which may be missing; storage may be denied: then the system decides.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  root.removeAttribute('data-theme');
}

// A form that is submitted now cannot be sent yet: the portal does it when it is ready.
addEventListener(
  'submit',
  (event) => {
    if ('ready' in root.dataset) return;
    event.preventDefault();
    event.target.dataset.submitted = '';
  },
  true,
);
