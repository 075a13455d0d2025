import { lookup, resolveTxt } from 'node:dns/promises';
import { connect } from 'node:tls';
import { seconds } from '#server/platform/clock.ts';
import { checkSmtp } from '#server/mail/smtp.ts';

/** What the doctor asks other machines. Each call ends within some seconds; it rejects if there is no answer. */
export type Network = {
  readAnswer: (url: string) => Promise<{ status: number; headers: Headers }>;
  findAddresses: (host: string) => Promise<string[]>;
  findTexts: (name: string) => Promise<string[]>;
  /** The end of the certificate in Unix milliseconds. */
  findCertificateEnd: (host: string, port: number) => Promise<number>;
  /** Signs in at the mail server, and sends nothing. */
  checkSmtp: (url: string) => Promise<void>;
};

const patienceMs = seconds(5);

export const createNetwork = (): Network => ({
  async readAnswer(url) {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    await answer.body?.cancel();
    return answer;
  },
  findAddresses: async (host) => (await inTime(lookup(host, { all: true }))).map(({ address }) => address),
  findTexts: async (name) => (await inTime(resolveTxt(name))).map((parts) => parts.join('')),
  findCertificateEnd,
  checkSmtp: (url) => checkSmtp(url, { answerMs: patienceMs, mailMs: patienceMs }),
});

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const tooLong = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(tooLong);
  }
}

function findCertificateEnd(host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ host, port, servername: host, timeout: patienceMs }, () => {
    resolve(Date.parse(socket.getPeerCertificate().valid_to));
    socket.end();
  });
  socket.on('error', reject);
  socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
  return promise;
}
