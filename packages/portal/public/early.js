// Runs before the portal's other scripts, while its prerendered page is shown.
const root = document.documentElement;

// The server knows the appearance by a cookie, which may be missing; storage may be denied: then the system decides.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  root.removeAttribute('data-theme');
}

// The appearance can be chosen before the portal runs: it applies at once, and the portal reads it when it starts.
addEventListener('click', ({ target }) => {
  if ('ready' in root.dataset || target.name !== 'theme') return;
  root.dataset.theme = target.value;
  localStorage.setItem('theme', target.value);
});

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
