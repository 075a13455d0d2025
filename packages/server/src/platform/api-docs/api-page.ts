import { binary, csv, type Endpoint } from '@basics/contract/calls/endpoint.ts';
import { apiBase, portalVersion } from '@basics/contract/calls/limits.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { html, type Html } from '#server/platform/texts/formats.ts';
import { createOpenApi, createParameters, listProblemCodes, describeAccess } from './openapi.ts';
import { nameSchemas, type NamedSchemas } from './named-schemas.ts';
import { findSubject } from './subjects.ts';
import { createExample, listFields, describeType, type Field } from './schema-words.ts';

const apiPagePath = `${apiBase}/docs`;

/**
 * Serves the API contract as an OpenAPI document for programs, and as a page on which people can read it and try each
 * call.
 */
export async function serveApiDocs(
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): Promise<void> {
  const script = await readFile(new URL('./api-page.client.js', import.meta.url), 'utf8');
  const style = await readFile(new URL('./api-page.client.css', import.meta.url), 'utf8');
  const files: readonly ServedFile[] = [
    {
      path: `${apiBase}/openapi.json`,
      type: 'application/json',
      text: cacheText(() => JSON.stringify(createOpenApi(endpoints, publicUrl))),
    },
    { path: apiPagePath, type: 'text/html', text: cacheText(() => `<!doctype html>\n${renderPage(endpoints).html}`) },
    { path: `${apiPagePath}/page.js`, type: 'text/javascript', text: () => script },
    { path: `${apiPagePath}/page.css`, type: 'text/css', text: () => style },
  ];
  for (const { path, type, text } of files)
    http.get(path, type === 'text/html' ? { config: { isPage: true } } : {}, (_, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-store').send(text()),
    );
}

type ServedFile = { path: string; type: string; text: () => string };

/**
 * Returns a function that creates the text at its first call and then returns the same text. It takes about 30 ms to
 * create the text, which would delay the start.
 */
function cacheText(createText: () => string): () => string {
  let cachedText: string | undefined;
  return () => (cachedText ??= createText());
}

function renderPage(endpoints: readonly Endpoint[]): Html {
  const named = nameSchemas(endpoints);
  const subjects = [...Map.groupBy(endpoints, findSubject)];
  return html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Basics Portal API</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${apiPagePath}/page.css" />
      <script src="${apiPagePath}/page.js" defer></script>
    </head>
    <body data-base="${apiBase}">
      <header>
        <h1>Basics Portal API <small>${portalVersion}</small></h1>
        <p>
          All endpoints with permissions, requests and responses. Also available as
          <a href="${apiBase}/openapi.json">OpenAPI 3.1</a>. Requests that you send here are real and use your
          permissions: <a href="#session.signIn">sign in</a> first, or paste a token.
        </p>
        <form>
          <label>Session token <input id="token" type="password" autocomplete="off" /></label>
        </form>
        <p class="hint">The token is only kept on this page until you leave it.</p>
      </header>
      <nav aria-label="Endpoints">
        <label>Search <input id="search" type="search" autocomplete="off" /></label>
        <p id="found" class="hint" role="status"></p>
        ${subjects.map(([{ name }, calls]) => renderLinks(name, calls))}
      </nav>
      <main>
        ${subjects.map(
          ([{ name, description }, calls]) =>
            html`<section>
              <h2>${name}</h2>
              <p>${description}</p>
              ${calls.map((endpoint) => renderCall(endpoint, named))}
            </section>`,
        )}
      </main>
    </body>
  </html>`;
}

const renderLinks = (subject: string, calls: readonly Endpoint[]): Html =>
  html`<section>
    <h2>${subject}</h2>
    <ul>
      ${calls.map(({ name, summary }) => html`<li><a href="#${name}">${summary}</a></li>`)}
    </ul>
  </section>`;

function renderCall(endpoint: Endpoint, named: NamedSchemas): Html {
  const { name, method, path, summary, access, body, reply, machines } = endpoint;
  const isFile = reply === binary || reply === csv;
  const replyFields = reply === null || isFile ? [] : listFields(named.inline(reply));
  return html`<details class="call" id="${name}">
    <summary><b class="${method}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
    <p>${renderText(describeAccess(access))} ${machines ? 'Open to keys of service accounts.' : ''}</p>
    ${body ? renderTable('Body, as JSON', listFields(named.inline(body))) : html``}
    ${reply === null ? html`<p>Returns 204 without a body.</p>` : html``}
    ${isFile ? html`<p>Returns 200 with a file.</p>` : renderTable('Answer, 200', replyFields)}
    <table>
      <caption>
        Problems
      </caption>
      ${listProblemCodes(endpoint)
        .toSorted((a, b) => problems[a].status - problems[b].status)
        .map(
          (code) =>
            html`<tr>
              <td>${problems[code].status}</td>
              <td><code>${code}</code></td>
              <td>${problems[code].message}</td>
            </tr>`,
        )}
    </table>
    ${renderTryForm(endpoint, named)}
  </details>`;
}

function renderTable(caption: string, fields: readonly Field[]): Html {
  if (fields.length === 0) return html``;
  const rows = fields.map(
    ({ name, type, isRequired, description }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${type}</td>
        <td>${isRequired ? '' : 'optional'}</td>
        <td>${renderText(description)}</td>
      </tr>`,
  );
  return html`<table>
    <caption>
      ${caption}
    </caption>
    ${rows}
  </table>`;
}

function renderTryForm({ name, method, path, params, query, body }: Endpoint, named: NamedSchemas): Html {
  const inputs = [...createParameters(params, 'path'), ...createParameters(query, 'query')].map(
    ({ name: field, in: location, required, schema, description = '' }) =>
      html`<label
        ><code>${field}</code>
        <small>in the ${location}, ${describeType(schema)}${required ? '' : ', optional'}. ${description}</small>
        <input name="${field}" data-in="${location}" autocomplete="off" ${required ? html`required` : html``}
      /></label>`,
  );
  const example = body ? JSON.stringify(createExample(named.inline(body)), null, 2) : '';
  const field = html`<label
    ><code>body</code
    ><textarea name="body" rows="${example.split('\n').length + 1}" spellcheck="false">${example}</textarea>
  </label>`;
  return html`<form data-method="${method}" data-path="${path}" aria-label="Try ${name}">
    ${inputs} ${body ? field : html``}
    <button>Send</button>
    <details class="samples">
      <summary>The same with curl, Python and JavaScript</summary>
      <pre></pre>
    </details>
    <div class="answer" aria-live="polite" hidden>
      <p></p>
      <details>
        <summary>Headers</summary>
        <pre class="headers"></pre>
      </details>
      <pre class="body"></pre>
    </div>
  </form>`;
}

/** Renders a text as HTML. Text between back quotes is shown as code. */
const renderText = (text: string): Html[] =>
  text.split('`').map((textPart, at) => (at % 2 === 1 ? html`<code>${textPart}</code>` : html`${textPart}`));
