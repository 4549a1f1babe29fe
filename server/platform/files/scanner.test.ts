import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestScanner, type TestScanner, testVirus } from '#tests/support/scanner.ts';
import { createScanner } from './scanner.ts';

let stand: TestScanner;
let folder: string;
let logged: string[];
beforeAll(async () => {
  stand = await startTestScanner();
  folder = await mkdtemp(path.join(tmpdir(), 'portal-scanner-'));
});
beforeEach(() => {
  stand.behave(null);
  stand.answerWith(null);
  logged = [];
});
afterAll(async () => {
  await stand.close();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(content: Buffer | string) {
  const file = path.join(folder, 'upload');
  await writeFile(file, content);
  return { path: file, bytes: content.length, sha256: createHash('sha256').update(content).digest() };
}
const scanner = (address: Parameters<typeof createScanner>[0]['address'], limits = {}) =>
  createScanner({ address, log: (message) => void logged.push(message), ...limits });
const notScanned = expect.objectContaining({ code: 'files.scanner-unavailable', status: 503 });

describe('a file is not let through', () => {
  it('V5.4.3 in which the scanner finds something; the log names it and nothing of the content', async () => {
    const file = await fileOf(`before ${testVirus} after`);
    await expect(scanner(stand.address).check(file)).rejects.toMatchObject({
      code: 'files.infected',
      status: 400,
    });
    const sha256 = file.sha256.toString('hex');
    expect(logged).toEqual([
      `An upload was refused, for the virus scanner found Eicar-Test-Signature (${file.bytes} bytes, SHA-256 ${sha256})`,
    ]);
  });

  it('V5.4.3 when no scanner listens, on a port or on a socket file', async () => {
    const gone = await startTestScanner();
    await gone.close();
    for (const address of [gone.address, { path: path.join(folder, 'no-such.ctl') }]) {
      await expect(scanner(address).check(await fileOf('fine'))).rejects.toEqual(notScanned);
    }
    expect(logged).toEqual([expect.stringContaining('ECONNREFUSED'), expect.stringContaining('ENOENT')]);
  });

  it('V5.4.3 when the scanner is silent for too long, also one that reads nothing', async () => {
    stand.behave('silent');
    const impatient = scanner(stand.address, { wholeMs: 50 });
    await expect(impatient.check(await fileOf('fine'))).rejects.toEqual(notScanned);
    await expect(impatient.check(await fileOf(randomBytes(20_000_000)))).rejects.toEqual(notScanned);
    const words = 'An upload was refused, for the virus scanner is out of reach: no answer within 50 ms';
    expect(logged).toEqual([words, words]);
  });

  it('V5.4.3 when the scanner ends the connection', async () => {
    stand.behave('ending');
    await expect(scanner(stand.address).check(await fileOf('fine'))).rejects.toEqual(notScanned);
    expect(logged).toHaveLength(1);
  });

  it('V5.4.3 when the scanner calls it fine before it has read it', async () => {
    stand.behave('hasty');
    await expect(scanner(stand.address).check(await fileOf(randomBytes(20_000_000)))).rejects.toEqual(notScanned);
    expect(logged).toHaveLength(1);
  });

  it.each(['INSTREAM size limit exceeded. ERROR', 'stream: OK, perhaps', '', 'x'.repeat(2_000)])(
    'V5.4.3 when the answer is %j',
    async (answer) => {
      stand.answerWith(answer);
      await expect(scanner(stand.address).check(await fileOf('fine'))).rejects.toEqual(notScanned);
      expect(logged).toHaveLength(1);
    },
  );

  it('V5.4.3 when it cannot be read, without waiting for the scanner', async () => {
    const file = { ...(await fileOf('fine')), path: path.join(folder, 'gone') };
    await expect(scanner(stand.address).check(file)).rejects.toEqual(notScanned);
    expect(logged).toEqual([expect.stringContaining('ENOENT')]);
  });
});

describe('a file is let through', () => {
  it('V5.4.3 in which the scanner, which was given every byte of it, finds nothing', { tags: 'long' }, async () => {
    for (const size of [1, 65_536, 5_000_001]) {
      const file = await fileOf(randomBytes(size));
      await scanner(stand.address).check(file);
      expect(stand.scanned.at(-1)).toEqual({ bytes: size, sha256: file.sha256.toString('hex') });
    }
    expect(logged).toEqual([]);
  });
});
