// Runs before the portal's other scripts, while its prerendered page is shown.
const root = document.documentElement;

// The server reads the appearance from a cookie, which may be missing. If the browser denies the storage too, the setting of the system is used.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  root.removeAttribute('data-theme');
}

// The user can choose the appearance before the portal runs. It is applied at once, and the portal reads it when it starts.
addEventListener('click', ({ target }) => {
  if ('ready' in root.dataset || target.name !== 'theme') return;
  root.dataset.theme = target.value;
  localStorage.setItem('theme', target.value);
});

// A form that is submitted now cannot be sent yet. It is marked, and the portal sends it when it is ready.
addEventListener(
  'submit',
  (event) => {
    if ('ready' in root.dataset) return;
    event.preventDefault();
    event.target.dataset.submitted = '';
  },
  true,
);
