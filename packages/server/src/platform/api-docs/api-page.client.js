// Runs in the browser: sends what the forms of the API page hold, and shows the answer as text. The token stays in its field. Searches the
// calls, and shows the request of a form as a program.
const tokenField = document.querySelector('#token');

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target.dataset.path) void attempt(event.target);
});

async function attempt(form) {
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    await show(form, await send(form));
  } catch (error) {
    say(form, { status: `No answer: ${error.message}`, headers: '', body: '' });
  } finally {
    button.disabled = false;
  }
}

/** The request that a form holds: its method, its address and its body. */
function readRequest(form) {
  const fields = [...form.querySelectorAll('input')].filter(({ value }) => value !== '');
  const named = (place) => fields.filter(({ dataset }) => dataset.in === place);
  const path = named('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const search = new URLSearchParams(named('query').map(({ name, value }) => [name, value])).toString();
  const body = form.elements.namedItem('body')?.value;
  return { method: form.dataset.method, url: document.body.dataset.base + path + (search && `?${search}`), body };
}

function send(form) {
  const { method, url, body } = readRequest(form);
  const token = tokenField.value.trim();
  return fetch(url, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
}

async function show(form, response) {
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null;
  const isNew = response.ok && typeof json?.token === 'string';
  if (isNew) tokenField.value = json.token;
  say(form, {
    status: `${response.status} ${response.statusText}${isNew ? ': this token is now in use' : ''}`,
    headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: json === null ? text : JSON.stringify(json, null, 2),
  });
}

function say(form, { status, headers, body }) {
  const answer = form.querySelector('.answer');
  answer.querySelector('p').textContent = status;
  answer.querySelector('.headers').textContent = headers;
  answer.querySelector('.body').textContent = body;
  answer.hidden = false;
}

/** Quotes a text for a POSIX shell. */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes the request of a form as three programs, which take the address of the portal and the key from the environment. */
function writeSamples(form) {
  const { method, url, body } = readRequest(form);
  const json = body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' -d ${quote(body)}`;
  return [
    `curl --fail-with-body -X ${method} "$PORTAL"${quote(url)} \\\n  -H "Authorization: Bearer $BASICS_KEY"${json}`,
    [
      'import json, os, urllib.request',
      `request = urllib.request.Request(os.environ['PORTAL'] + ${JSON.stringify(url)}, method='${method}',`,
      "    headers={'Authorization': 'Bearer ' + os.environ['BASICS_KEY'], 'Content-Type': 'application/json'},",
      `    data=${body === undefined ? 'None' : `${JSON.stringify(body)}.encode()`})`,
      'print(urllib.request.urlopen(request, timeout=15).read().decode())',
    ].join('\n'),
    [
      `const response = await fetch(process.env.PORTAL + ${JSON.stringify(url)}, {`,
      `  method: '${method}',`,
      "  headers: { Authorization: `Bearer ${process.env.BASICS_KEY}`, 'Content-Type': 'application/json' },",
      ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
      '});',
      'console.log(response.status, await response.text());',
    ].join('\n'),
  ].join('\n\n');
}

function showSamples(form) {
  form.querySelector('.samples pre').textContent = writeSamples(form);
}
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.className === 'samples' && target.open) showSamples(target.closest('form'));
  },
  true,
);
document.addEventListener('input', ({ target }) => {
  if (target.closest('form')?.querySelector('.samples')?.open) showSamples(target.closest('form'));
});

// The search shows the calls whose path, summary or name contains all words.
const searchField = document.querySelector('#search');
const calls = [...document.querySelectorAll('details.call')].map((element) => ({
  element,
  link: document.querySelector(`nav a[href="#${CSS.escape(element.id)}"]`).parentElement,
  text: `${element.id} ${element.querySelector('summary').textContent}`.toLowerCase(),
}));
searchField.addEventListener('input', () => {
  const words = searchField.value.toLowerCase().split(/\s+/);
  for (const { element, link, text } of calls)
    element.hidden = link.hidden = !words.every((word) => text.includes(word));
  for (const section of document.querySelectorAll('section'))
    section.hidden = section.querySelector('li:not([hidden]), details.call:not([hidden])') === null;
  const count = calls.filter(({ element }) => !element.hidden).length;
  document.querySelector('#found').textContent = searchField.value.trim() === '' ? '' : `${count} calls found`;
});

// A link to a call opens it.
function openNamed() {
  const call = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (call?.tagName === 'DETAILS') call.open = true;
}
addEventListener('hashchange', openNamed);
openNamed();
