import { requestOf } from '../bench/connection.ts';
import { keepPace } from '../bench/load.ts';
import { type Fault, NotPossibleHere, type Setting } from './fault.ts';
import { findWrong } from './rig/checks.ts';
import type { Person } from './rig/people.ts';
import { type Rig, withRig } from './rig/rig.ts';
import { addFreeResources } from './rig/shop.ts';
import { findStray, uploadPdf } from './rig/uploads.ts';

const megabyte = 1024 * 1024;
const largeBytes = 49 * megabyte;
const smallBytes = megabyte;

/** Numbers of rejected uploads and of small ones accepted afterwards, and the unexpected outcomes. */
type Seen = { refused: number; kept: number; odd: string[] };

/** An upload finds no room: its file grows too long, the disk fills up during it, or the disk is full before it. */
export const f08: Fault = {
  name: 'F08',
  title: 'disk full on upload',
  run: async (setting) => {
    const tries = setting.amount(10, 3, 1);
    const limited = await tooLong(setting, tries);
    const full = await noRoom(setting, tries).catch((error: unknown) => {
      if (error instanceof NotPossibleHere) return null;
      throw error;
    });
    const seen = [limited, ...(full ? [full] : [])];
    const sum = (of: (one: Seen) => number) => seen.reduce((total, one) => total + of(one), 0);
    const wanted = tries * (full ? 3 : 1);
    const rejected = sum((one) => one.refused);
    return {
      tries: `${tries} each of ${full ? 'three kinds' : 'one kind (ulimit -f); no disk can be mounted here'}`,
      reached: `${rejected} of ${wanted} answered 503; ${sum((one) => one.kept)} small uploads taken afterwards; ${sum((one) => one.odd.length)} other surprises`,
      goal: 'all, with a plain message; as many; 0; no file without its row, none left in part',
      isMet: rejected === wanted && sum((one) => one.kept) === wanted,
      wrong: seen.flatMap(({ odd }) => odd),
    };
  },
};

/** Uploads to a node that cannot write a file beyond 8 MB. */
function tooLong({ environment }: Setting, tries: number): Promise<Seen> {
  return withRig(environment, { nodes: 1, mostFileBytes: 8 * megabyte }, (rig) =>
    besideReaders(rig, async (administrator, seen) => {
      for (let turn = 0; turn < tries; turn += 1) {
        await expectRejected(rig, { administrator, seen, send: () => upload(rig, administrator, largeBytes) });
        await expectTaken(rig, administrator, seen);
      }
    }),
  );
}

/** Uploads to a disk that fills up while bytes arrive, and to a full one. */
function noRoom({ environment }: Setting, tries: number): Promise<Seen> {
  return withRig(environment, { nodes: 1, diskBytes: 400 * megabyte }, (rig) =>
    besideReaders(rig, async (administrator, seen) => {
      for (let turn = 0; turn < tries; turn += 1) {
        const pause = async () => void (await rig.disk?.fill());
        const send = () => upload(rig, administrator, largeBytes, pause);
        await expectRejected(rig, { administrator, seen, send });
        await rig.disk?.fill();
        await expectRejected(rig, { administrator, seen, send: () => upload(rig, administrator, smallBytes) });
        await rig.disk?.free();
        await expectTaken(rig, administrator, seen);
        await expectTaken(rig, administrator, seen);
      }
    }),
  );
}

const upload = (rig: Rig, { secret }: Person, bytes: number, pause?: () => Promise<void>) =>
  uploadPdf({ origin: rig.nodes[0]?.origin ?? '', secret, bytes, ...(pause && { pause }) });

async function besideReaders(rig: Rig, work: (administrator: Person, seen: Seen) => Promise<void>): Promise<Seen> {
  const seen: Seen = { refused: 0, kept: 0, odd: [] };
  const [administrator] = await rig.people(1, 'administrator');
  if (!administrator) throw new Error('There is an administrator');
  const request = requestOf({ path: '/api/resources?pageSize=12', secret: administrator.secret });
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const { failed } = await keepPace({ port: rig.front.port, perSecond: 20, durationMs: 500, next: () => request });
      if (failed > 0) seen.odd.push(`${failed} readers were turned away`);
    }
  })();
  try {
    await work(administrator, seen);
  } finally {
    isOver = true;
    await reading;
  }
  seen.odd.push(...(await findWrong(rig)));
  return seen;
}

type Rejection = { administrator: Person; seen: Seen; send: () => ReturnType<typeof uploadPdf> };

/** Expects a rejection with its code, no remaining bytes, and that writes without need of room continue. */
async function expectRejected(rig: Rig, { administrator, seen, send }: Rejection): Promise<void> {
  const { status, body } = await send();
  if (status === 503 && body.code === 'files.storage-full') seen.refused += 1;
  else seen.odd.push(`an upload without room: ${status} ${JSON.stringify(body)}`);
  seen.odd.push(...(await findStray(rig)));
  const [resourceId] = await addFreeResources(rig.database, 1);
  const answer = await administrator.call('PUT', `/api/resources/${resourceId}/finished`, { isFinished: true });
  if (answer.status !== 200) seen.odd.push(`a small write: ${answer.status} ${JSON.stringify(answer.body)}`);
}

async function expectTaken(rig: Rig, administrator: Person, seen: Seen): Promise<void> {
  const { status, body } = await upload(rig, administrator, smallBytes);
  if (status === 200) seen.kept += 1;
  else seen.odd.push(`a small upload: ${status} ${JSON.stringify(body)}`);
  seen.odd.push(...(await findStray(rig)));
}
