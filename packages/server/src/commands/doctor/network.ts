import { lookup, resolveTxt } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { connect } from 'node:tls';
import { seconds, systemClock } from '#server/platform/clock/clock.ts';
import { checkSmtp } from '#server/mail/delivery/smtp.ts';

/** The calls with which the doctor contacts other machines. Each call rejects if there is no answer within five seconds. */
export type Network = {
  readAnswer: (
    url: string,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; headers: Headers; text: string }>;
  findAddresses: (host: string) => Promise<string[]>;
  findTexts: (name: string) => Promise<string[]>;
  /** Returns when the certificate expires, in Unix milliseconds. */
  findCertificateEnd: (host: string, port: number) => Promise<number>;
  /** Returns the number of milliseconds by which the clock of this machine is ahead of the clock of an NTP server. */
  compareTime: (host: string) => Promise<number>;
  /** Signs in at the mail server, and sends nothing. */
  checkSmtp: (url: string) => Promise<void>;
};

const timeoutMs = seconds(5);

export const createNetwork = (): Network => ({
  async readAnswer(url, headers = {}) {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  },
  findAddresses: async (host) => (await withTimeout(lookup(host, { all: true }))).map(({ address }) => address),
  findTexts: async (name) => (await withTimeout(resolveTxt(name))).map((parts) => parts.join('')),
  findCertificateEnd,
  compareTime,
  checkSmtp: (url) => checkSmtp(url, { answerMs: timeoutMs, mailMs: timeoutMs }),
});

async function withTimeout<Result>(pendingAnswer: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  try {
    return await Promise.race([pendingAnswer, promise]);
  } finally {
    clearTimeout(timeout);
  }
}

function findCertificateEnd(host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ host, port, servername: host, timeout: timeoutMs }, () => {
    resolve(Date.parse(socket.getPeerCertificate().valid_to));
    socket.end();
  });
  socket.on('error', reject);
  socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
  return promise;
}

/** The number of seconds from 1900, when the time of NTP begins, to 1970. */
const ntpEpochSeconds = 2_208_988_800;

/** Reads the time by SNTP (RFC 4330) once. The reply of the server is a packet of 48 bytes with the time of the server at byte 40. */
async function compareTime(host: string): Promise<number> {
  const socket = createSocket('udp4');
  const differenceMs = new Promise<number>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('message', (packet) => {
      if (packet.length < 48 || packet.readUInt32BE(40) === 0) return reject(new Error('the answer has no time'));
      const at = (packet.readUInt32BE(40) - ntpEpochSeconds + packet.readUInt32BE(44) / 2 ** 32) * 1000;
      resolve(systemClock() - at);
    });
  });
  // The first byte of the request, 0x23, means version 4 of NTP and mode 3 (client).
  const requestPacket = Buffer.alloc(48);
  requestPacket[0] = 0x23;
  socket.send(requestPacket, 123, host);
  try {
    return await withTimeout(differenceMs);
  } finally {
    socket.close();
  }
}
