import { Agent, request } from 'node:http';

/** A server that is measured for a comparison: the portal, the bare Fastify route, or `node:http` alone. */
export type Target = { url: string; headers: Record<string, string>; body: string };
/** `perSecond` counts the requests of ten clients; `p50` and `p99` are the milliseconds of one request. */
export type Throughput = { perSecond: number; p50: number; p99: number };

const clientCount = 10;
const roundCount = 3;
const roundMs = 700;

/** Measures the servers in turns. Ten clients, which keep their connections, send the same request to each server. */
export async function measureThroughput<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
): Promise<Record<Name, Throughput>> {
  const agent = new Agent({ keepAlive: true, maxSockets: clientCount });
  const targetNames = Object.keys(targets).filter((targetName): targetName is Name => targetName in targets);
  const waitTimesByTarget = new Map<Name, number[]>(targetNames.map((targetName) => [targetName, []]));
  for (let round = 0; round <= roundCount; round += 1)
    for (const targetName of targetNames) {
      // The servers are measured in turns, because two servers at once would share the processor.
      // oxlint-disable-next-line no-await-in-loop
      const waitTimesOfRound = await requestRepeatedly(roundMs, targets[targetName], agent);
      // The first round is not counted, because it prepares statements and compiles code.
      if (round > 0) waitTimesByTarget.get(targetName)?.push(...waitTimesOfRound);
    }
  agent.destroy();
  // The object has an entry for each target.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    targetNames.map((targetName) => [targetName, computeThroughput(waitTimesByTarget.get(targetName) ?? [])]),
  ) as Record<Name, Throughput>;
}

function computeThroughput(waitTimes: readonly number[]): Throughput {
  const sortedWaits = waitTimes.toSorted((a, b) => a - b);
  const readPercentile = (share: number): number => sortedWaits[Math.floor(sortedWaits.length * share)] ?? 0;
  return {
    perSecond: (waitTimes.length * 1000) / (roundCount * roundMs),
    p50: readPercentile(0.5),
    p99: readPercentile(0.99),
  };
}

/** Sends requests for `ms` milliseconds. Returns for each request how many milliseconds its response took. */
async function requestRepeatedly(ms: number, target: Target, agent: Agent): Promise<number[]> {
  const waitTimes: number[] = [];
  const endTime = performance.now() + ms;
  const runClient = async (): Promise<void> => {
    while (performance.now() < endTime) {
      const startTime = performance.now();
      // Each client sends its next request after the response.
      // oxlint-disable-next-line no-await-in-loop
      await requestOnce(target, agent);
      waitTimes.push(performance.now() - startTime);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, runClient));
  return waitTimes;
}

async function requestOnce({ url, headers, body }: Target, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const outgoing = request(url, { agent, method: 'POST', headers }, (response) => {
    response.resume().on('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`${url}: ${response.statusCode}`));
    });
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  await promise;
}
