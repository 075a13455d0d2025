import { lookup, resolveTxt } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { connect } from 'node:tls';
import { seconds, systemClock } from '#server/platform/clock.ts';
import { checkSmtp } from '#server/mail/smtp.ts';

/** What the doctor asks other machines. Each call ends within some seconds; it rejects if there is no answer. */
export type Network = {
  readAnswer: (url: string) => Promise<{ status: number; headers: Headers; text: string }>;
  findAddresses: (host: string) => Promise<string[]>;
  findTexts: (name: string) => Promise<string[]>;
  /** The end of the certificate in Unix milliseconds. */
  findCertificateEnd: (host: string, port: number) => Promise<number>;
  /** How far the clock of this machine is ahead of that of an NTP server, in milliseconds. */
  compareTime: (host: string) => Promise<number>;
  /** Signs in at the mail server, and sends nothing. */
  checkSmtp: (url: string) => Promise<void>;
};

const patienceMs = seconds(5);

export const createNetwork = (): Network => ({
  async readAnswer(url) {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  },
  findAddresses: async (host) => (await inTime(lookup(host, { all: true }))).map(({ address }) => address),
  findTexts: async (name) => (await inTime(resolveTxt(name))).map((parts) => parts.join('')),
  findCertificateEnd,
  compareTime,
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

/** Seconds from 1900, where NTP begins, to 1970. */
const ntpEpoch = 2_208_988_800;

/** Asks once by SNTP (RFC 4330): a packet of 48 bytes, whose answer has the time of the server at byte 40. */
async function compareTime(host: string): Promise<number> {
  const socket = createSocket('udp4');
  const answer = new Promise<number>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('message', (packet) => {
      if (packet.length < 48 || packet.readUInt32BE(40) === 0) return reject(new Error('the answer has no time'));
      const at = (packet.readUInt32BE(40) - ntpEpoch + packet.readUInt32BE(44) / 2 ** 32) * 1000;
      resolve(systemClock() - at);
    });
  });
  // Version 4, mode 3: a client.
  const question = Buffer.alloc(48);
  question[0] = 0x23;
  socket.send(question, 123, host);
  try {
    return await inTime(answer);
  } finally {
    socket.close();
  }
}
