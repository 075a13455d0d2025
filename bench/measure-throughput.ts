import { Agent, request } from 'node:http';

export type Target = { address: string; headers: Record<string, string>; body: string };
/** `perSecond`: requests by ten clients; `p50` and `p99` in milliseconds of one of them. */
export type Throughput = { perSecond: number; p50: number; p99: number };

const clients = 10;
const rounds = 3;
const roundMs = 700;

/** Asks these servers in turns, each by ten clients that keep their connections. */
export async function measureThroughput<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
): Promise<Record<Name, Throughput>> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const names = Object.keys(targets).filter((name): name is Name => name in targets);
  const waits = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      // In turns, because two servers at once would share the processor.
      // oxlint-disable-next-line no-await-in-loop
      const some = await askFor(roundMs, targets[name], agent);
      // The first round prepares statements and compiles code.
      if (round > 0) waits.get(name)?.push(...some);
    }
  agent.destroy();
  // Each name is there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, toThroughput(waits.get(name) ?? [])])) as Record<
    Name,
    Throughput
  >;
}

function toThroughput(waits: readonly number[]): Throughput {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: (waits.length * 1000) / (rounds * roundMs), p50: at(0.5), p99: at(0.99) };
}

/** The waits of all requests of this time, in milliseconds. */
async function askFor(ms: number, target: Target, agent: Agent): Promise<number[]> {
  const waits: number[] = [];
  const until = performance.now() + ms;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const from = performance.now();
      // A client waits for its answer.
      // oxlint-disable-next-line no-await-in-loop
      await ask(target, agent);
      waits.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return waits;
}

async function ask({ address, headers, body }: Target, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request(address, { agent, method: 'POST', headers }, (response) => {
    response.resume().on('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`${address}: ${response.statusCode}`));
    });
  });
  sent.on('error', reject);
  sent.end(body);
  await promise;
}
