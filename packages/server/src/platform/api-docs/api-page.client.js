// Runs in the browser: sends what the forms of the API page hold, and shows the answer as text. The token stays in its field.
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

function send(form) {
  const fields = [...form.querySelectorAll('input')].filter(({ value }) => value !== '');
  const named = (place) => fields.filter(({ dataset }) => dataset.in === place);
  const path = named('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const search = new URLSearchParams(named('query').map(({ name, value }) => [name, value])).toString();
  const body = form.elements.namedItem('body')?.value;
  const token = tokenField.value.trim();
  return fetch(document.body.dataset.base + path + (search && `?${search}`), {
    method: form.dataset.method,
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

// A link to a call opens it.
function openNamed() {
  const call = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (call?.tagName === 'DETAILS') call.open = true;
}
addEventListener('hashchange', openNamed);
openNamed();
