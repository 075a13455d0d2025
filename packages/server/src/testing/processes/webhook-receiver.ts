import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

type ReceivedMessage = { id: string; headers: Record<string, string>; body: string };

/** Answers a request to the receiver, after the message was recorded. */
type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a receiver of webhooks, which records every message and answers 204 until the test sets another answer. It ends with the test. */
export async function openReceiver() {
  const messages: ReceivedMessage[] = [];
  const receiver = {
    url: '',
    messages,
    ids: () => messages.map(({ id }) => id),
    answer: ((response) => response.writeHead(204).end()) as Answer,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        messages.push({ id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(chunks).toString('utf8') });
        receiver.answer(response, request);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/in`;
  return receiver;
}
