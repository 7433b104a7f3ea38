// What the account server costs: milliseconds of the server's own processor time for each request, beside GET /meta in
// the same run; whether that depends on the size of the table or of an import; memory; and statements a read.
// Prints; asserts nothing. `-- --cpu-prof` and the like are handed to the server's Node. Linux only.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMb } from './accounts/machine.ts';
import { createClient, measure, type Client, type Cost } from './accounts/drive.ts';
import { startHouse, type House } from './accounts/house.ts';
import {
  addBookmarks,
  addProgress,
  createPeople,
  importBody,
  PROGRESS,
  type Person,
} from './accounts/people.ts';
import { importInto, META, phasesOf, readsOf, type Phase } from './accounts/phases.ts';

const PEOPLE = 32;
const ROUNDS = 3;
const ROUND_SECONDS = 3;
const IMPORTS_A_ROUND = 100;
const IMPORTS = [1_000, 5_000, 10_000];
const ITEMS_A_ROUND = 60_000;
const FEW_ROWS = 1_000;
const MANY_ROWS = 1_000_000;
const RESIDENT_AT_MOST_MB = 200;
const STATEMENTS_AT_MOST = 3;
const SETTLED_AFTER_MS = 2_000;

/** Of all that has been measured. */
let peak = 0;

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
const ms = (value: number): string => value.toFixed(3).padStart(9);

/** Noise of other processes only ever adds, so the least of several rounds is nearest to the truth. */
const least = (costs: readonly Cost[], of: 'server' | 'postgres'): number =>
  Math.min(...costs.map((cost) => cost[of]));

async function measurePhases(house: House, client: Client, people: readonly Person[]) {
  const waiting = [
    ...(await createPeople(house.owner, house.secret, IMPORTS_A_ROUND * (ROUNDS + 1) + 10)),
  ];
  const visitors = await createPeople(house.owner, house.secret, PEOPLE);
  const newcomers = (): Person => {
    const person = waiting.pop();
    if (!person) throw new Error('everybody has been taken');
    return person;
  };
  const phases = phasesOf({ client, people, visitors, newcomers }, IMPORTS_A_ROUND);
  const costs = new Map<string, Cost[]>();
  const run = ({ once, count }: Phase, seconds: number): Promise<Cost> =>
    measure(house, { once, ...(count === undefined ? { seconds } : { count }) });
  const present = [];
  for (const phase of phases) {
    if ((await phase.once(0)) === 404) console.log(`${phase.name.padEnd(28)} missing`);
    else present.push(phase);
  }
  for (const phase of present) await run(phase, ROUND_SECONDS / 2); // compiled on first use
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const phase of present) {
      costs.set(phase.name, [...(costs.get(phase.name) ?? []), await run(phase, ROUND_SECONDS)]);
    }
  }
  const meta = least(costs.get(META) ?? [], 'server');
  for (const phase of present) printPhase(phase, costs.get(phase.name) ?? [], meta);
}

function printPhase({ name, atMost }: Phase, costs: readonly Cost[], meta: number): void {
  const server = least(costs, 'server');
  const cells = [
    name.padEnd(28),
    ms(server),
    `${(server / meta).toFixed(1)}x`.padStart(8),
    ms(least(costs, 'postgres')),
    String(costs.reduce((sum, { requests }) => sum + requests, 0)).padStart(8),
    peakOf(costs),
  ];
  const goal = atMost === undefined ? '' : `  goal ${atMost}: ${verdict(server <= atMost)}`;
  console.log(`${cells.join('')}${goal}${failuresOf(costs)}`);
}

function peakOf(costs: readonly Cost[]): string {
  const most = Math.max(...costs.map(({ peakMb }) => peakMb));
  peak = Math.max(peak, most);
  return `${most.toFixed(0)} MB`.padStart(8);
}

function failuresOf(costs: readonly Cost[]): string {
  const all = costs.flatMap(({ failures }) => [...failures]);
  return all.length === 0 ? '' : `  NOT 200: ${all.map(([it, n]) => `${n} x ${it}`).join(', ')}`;
}

/** One account's progress, over and over. */
async function readProgress(house: House, client: Client, { userId, headers }: Person) {
  const path = `/users/${userId}/progress`;
  const once = async () => (await client.ask({ method: 'GET', path, headers })).status;
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    costs.push(await measure(house, { once, seconds: ROUND_SECONDS }));
  }
  return costs;
}

/** Leaves nothing but the progress of these accounts. */
async function emptyTable({ owner }: House, people: readonly Person[]): Promise<void> {
  await owner.query('DELETE FROM progress WHERE user_id <> ALL($1)', [
    people.map(({ userId }) => userId),
  ]);
  await owner.query('VACUUM ANALYZE progress');
  await owner.query('CHECKPOINT');
}

async function fillTable({ owner, secret }: House): Promise<void> {
  const counted = await owner.query<{ rows: number }>('SELECT count(*)::int AS rows FROM progress');
  const absent = Math.ceil((MANY_ROWS - (counted.rows[0]?.rows ?? 0)) / PROGRESS);
  const others = await createPeople(owner, secret, absent);
  for (let from = 0; from < others.length; from += 200) {
    await addProgress(
      owner,
      others.slice(from, from + 200).map(({ userId }) => userId),
    );
  }
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');
}

/** Few, many, few again: what a machine does meanwhile counts for both. */
async function measureTableSizes(
  house: House,
  client: Client,
  people: readonly Person[],
): Promise<void> {
  const [person] = people;
  if (!person) throw new Error('nobody is there');
  const two = people.slice(0, FEW_ROWS / PROGRESS);
  await emptyTable(house, two);
  const before = await readProgress(house, client, person);
  await fillTable(house);
  const many = await readProgress(house, client, person);
  await emptyTable(house, two);
  const few = [...before, ...(await readProgress(house, client, person))];
  console.log('\nGET 500 progress of one user, by rows in the table (goal: the same, +-20 %)');
  for (const who of ['server', 'postgres'] as const) {
    const change = (least(many, who) / least(few, who) - 1) * 100;
    console.log(
      `${who.padEnd(10)} ${FEW_ROWS}: ${least(few, who).toFixed(3)}  ${MANY_ROWS}: ${least(many, who).toFixed(3)}  ${change.toFixed(0)} %: ${verdict(change <= 20)}`,
    );
  }
  console.log(`${'peak'.padEnd(10)} ${FEW_ROWS}:${peakOf(few)}  ${MANY_ROWS}:${peakOf(many)}`);
}

/** In turns, so that what a server has done before counts for no size more than for another. */
async function measureImports(house: House, client: Client): Promise<void> {
  console.log('\nImport of new items, server ms for 1,000 of them (goal: linear)');
  const costs = new Map<number, Cost[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const items of IMPORTS) {
      const cost = await importMany(house, client, items);
      // The first round pays for what the runtime compiles.
      if (round > 0) costs.set(items, [...(costs.get(items) ?? []), cost]);
    }
  }
  let first: number | undefined;
  let last = { items: 0, cost: 0 };
  for (const [items, all] of costs) {
    const cost = least(all, 'server');
    const each = cost / (items / 1000);
    first ??= each;
    // Where cost is a straight line, one more costs the same on all of its stretches.
    const more = (cost - last.cost) / ((items - last.items) / 1000);
    last = { items, cost };
    const growth = `${(each / first).toFixed(2)}x of the first`;
    console.log(
      `${String(items).padStart(6)} items ${ms(each)}  ${growth}: ${verdict(each <= first * 1.2)}  since the size before ${ms(more)}  ${peakOf(all)}${failuresOf(all)}`,
    );
  }
}

async function importMany(house: House, client: Client, items: number): Promise<Cost> {
  const count = ITEMS_A_ROUND / items;
  const people = [...(await createPeople(house.owner, house.secret, count))];
  const body = importBody(items);
  const once = async (): Promise<number> => {
    const person = people.pop();
    return person ? importInto(client, person, body) : 0;
  };
  return measure(house, { once, count, connections: 2 });
}

/** PostgreSQL writes down every statement meanwhile. */
async function countStatements(house: House, client: Client, person: Person): Promise<void> {
  console.log(`\nSQL statements (goal: at most ${STATEMENTS_AT_MOST})`);
  const { owner, postgres } = house;
  await owner.query(`ALTER SYSTEM SET log_statement = 'all'`);
  await owner.query('SELECT pg_reload_conf()');
  const written = () =>
    readFileSync(postgres.logFile, 'utf8').split(/LOG: {2}(?:statement|execute [^:]*):/).length;
  for (const path of readsOf(person)) {
    const ask = () => client.ask({ method: 'GET', path, headers: person.headers });
    await ask(); // a new connection says what it is for
    await pause(200);
    const before = written();
    const { status } = await ask();
    await pause(200);
    const said = written() - before;
    const told = status === 404 ? 'missing' : `${said}: ${verdict(said <= STATEMENTS_AT_MOST)}`;
    console.log(`GET ${path.replace(person.userId, '{id}').padEnd(28)} ${told}`);
  }
  await owner.query('ALTER SYSTEM RESET log_statement');
  await owner.query('SELECT pg_reload_conf()');
}

const house = await startHouse(process.argv.slice(2));
const client = createClient(house.url);
try {
  await pause(SETTLED_AFTER_MS);
  console.log(`Resident memory, idle: ${residentMb(house.pid).toFixed(0)} MB\n`);
  const people = await createPeople(house.owner, house.secret, PEOPLE);
  const [one] = people;
  if (!one) throw new Error('nobody is there');
  const userIds = people.map(({ userId }) => userId);
  await addProgress(house.owner, userIds);
  await addBookmarks(house.owner, userIds);
  await house.owner.query('VACUUM ANALYZE');

  console.log('                            server ms   x meta  postgres   count    peak');
  await measurePhases(house, client, people);
  await measureImports(house, client);
  await measureTableSizes(house, client, people);
  await countStatements(house, client, one);
  console.log(
    `\nResident memory, peak: ${peak.toFixed(0)} MB (goal: under ${RESIDENT_AT_MOST_MB}): ${verdict(peak < RESIDENT_AT_MOST_MB)}`,
  );
} finally {
  client.close();
  await house.stop();
}
