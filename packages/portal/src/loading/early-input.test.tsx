import { expect, onTestFinished, test, vi } from 'vitest';
import { useState } from 'react';
import { render } from 'vitest-browser-react';
import { keepEarlyInput } from './early-input.ts';
import { answerHealth } from '#portal/testing/health.ts';
import { connection } from './connection.ts';
import { fetchPart, allowReload } from './fetch-part.ts';

const prerenderedHtml = `<form method="post"><input name="login"><input name="password" type="password"><input name="theme" type="radio"></form>`;

/** Creates a prerendered page and enters values into its form. */
function createPrerenderedPage(enter: (form: HTMLFormElement) => void): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = prerenderedHtml;
  document.body.append(root);
  onTestFinished(() => root.remove());
  const form = root.querySelector('form');
  if (form === null) throw new Error('The page has no form.');
  enter(form);
  return root;
}

const findField = (form: Element, name: string): HTMLInputElement => {
  const matchingField = form.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (matchingField === null) throw new Error(`There is no field ${name}.`);
  return matchingField;
};

function LiveForm({ onSend }: { onSend: (submittedText: string) => void }) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(`${login} ${password}`);
      }}
    >
      <input name="login" value={login} onChange={(event) => setLogin(event.target.value)} />
      <input name="password" value={password} onChange={(event) => setPassword(event.target.value)} />
    </form>
  );
}

/** Replaces the prerendered form by the live form. */
async function replacePageByLiveForm(root: HTMLElement) {
  const onSend = vi.fn<(submittedText: string) => void>();
  const liveRoot = document.createElement('div');
  root.before(liveRoot);
  await render(<LiveForm onSend={onSend} />, { container: liveRoot });
  keepEarlyInput(root, () => root.replaceChildren(liveRoot));
  return { onSend, live: liveRoot };
}

test('text that was typed before the portal ran is kept in its fields, with the focus and the cursor', async () => {
  const root = createPrerenderedPage((form) => {
    findField(form, 'login').value = 'ada@example.com';
    findField(form, 'login').focus();
    findField(form, 'login').setSelectionRange(3, 5);
  });
  const { live: liveRoot, onSend } = await replacePageByLiveForm(root);
  const login = findField(liveRoot, 'login');
  expect(login.value).toBe('ada@example.com');
  expect(document.activeElement).toBe(login);
  expect([login.selectionStart, login.selectionEnd]).toEqual([3, 5]);
  expect(onSend).not.toHaveBeenCalled();
});

test('a form that was submitted before the portal ran is sent once, with the typed text', async () => {
  const root = createPrerenderedPage((form) => {
    findField(form, 'login').value = 'ada@example.com';
    findField(form, 'password').value = 'secret words';
    form.dataset['submitted'] = '';
  });
  const { onSend } = await replacePageByLiveForm(root);
  await expect.poll(() => onSend.mock.calls).toEqual([['ada@example.com secret words']]);
});

const fetchError = new TypeError('Failed to fetch dynamically imported module');

function openVersion(version: string) {
  const reload = vi.fn<() => void>();
  onTestFinished(allowReload(version, reload));
  return reload;
}

test('if the server no longer has a script, the page is reloaded once for each version of the portal; the second time, loading fails (T210)', async () => {
  const reload = openVersion('/assets/index-1.js');
  void fetchPart(() => Promise.reject(fetchError));
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
  await expect(fetchPart(() => Promise.reject(fetchError))).rejects.toBe(fetchError);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('after an update of the portal, a missing script may reload the page once again', async () => {
  sessionStorage.setItem('reloadedFor', '/assets/index-1.js');
  const reload = openVersion('/assets/index-2.js');
  void fetchPart(() => Promise.reject(fetchError));
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
});

test('if a script cannot be loaded because the server does not answer, the page is not reloaded, and the script is loaded when the server answers', async () => {
  const health = answerHealth();
  health.stop();
  const reload = openVersion('/assets/index-1.js');
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(fetchError).mockResolvedValue('part');
  const fetchedPart = fetchPart(load);
  await expect.poll(() => connection.isLost()).toBe(true);
  health.start();
  await expect(fetchedPart).resolves.toBe('part');
  expect(reload).not.toHaveBeenCalled();
});
