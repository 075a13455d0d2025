import { expect, onTestFinished, test, vi } from 'vitest';
import { useState } from 'react';
import { render } from 'vitest-browser-react';
import { keepEarlyInput } from './early-input.ts';

const html = `<form method="post"><input name="login"><input name="password" type="password"><input name="theme" type="radio"></form>`;

/** A prerendered page with what was entered in it. */
function prerendered(enter: (form: HTMLFormElement) => void): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  onTestFinished(() => root.remove());
  const form = root.querySelector('form');
  if (form === null) throw new Error('The page has no form.');
  enter(form);
  return root;
}

const field = (form: Element, name: string): HTMLInputElement => {
  const found = form.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (found === null) throw new Error(`There is no field ${name}.`);
  return found;
};

function Form({ onSend }: { onSend: (sent: string) => void }) {
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

/** The live form in place of the prerendered one. */
async function takeOver(root: HTMLElement) {
  const onSend = vi.fn<(sent: string) => void>();
  const live = document.createElement('div');
  root.before(live);
  await render(<Form onSend={onSend} />, { container: live });
  keepEarlyInput(root, () => root.replaceChildren(live));
  return { onSend, live };
}

test('what was typed before the portal ran is in its fields, and the focus and the cursor stay', async () => {
  const root = prerendered((form) => {
    field(form, 'login').value = 'ada@example.com';
    field(form, 'login').focus();
    field(form, 'login').setSelectionRange(3, 5);
  });
  const { live, onSend } = await takeOver(root);
  const login = field(live, 'login');
  expect(login.value).toBe('ada@example.com');
  expect(document.activeElement).toBe(login);
  expect([login.selectionStart, login.selectionEnd]).toEqual([3, 5]);
  expect(onSend).not.toHaveBeenCalled();
});

test('a form that was submitted before the portal ran is sent once, with what was typed', async () => {
  const root = prerendered((form) => {
    field(form, 'login').value = 'ada@example.com';
    field(form, 'password').value = 'secret words';
    form.dataset['submitted'] = '';
  });
  const { onSend } = await takeOver(root);
  await vi.waitFor(() => expect(onSend.mock.calls).toEqual([['ada@example.com secret words']]));
});
