import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NotPossibleHere } from '../faults/fault.ts';
import { keepProgram, keptProgram } from './debian-package.ts';

const run = promisify(execFile);

type Promtool = { program: string; version: string };

/**
 * Finds promtool: that of PROMTOOL_PATH, the system's, or one that was fetched earlier. On a Debian it is extracted
 * from the package prometheus, which is not installed, and kept in the user's cache folder.
 * @throws NotPossibleHere when there is none
 */
export async function findPromtool(): Promise<Promtool> {
  const kept = keptProgram('promtool');
  const places = [process.env.PROMTOOL_PATH ?? '', 'promtool', kept].filter((place) => place !== '');
  const found = await firstThatRuns(places);
  if (found) return found;
  process.stderr.write("No promtool here: taking it out of Debian's package prometheus.\n");
  const wanted = { name: 'prometheus', file: 'usr/bin/promtool', kept, from: 'this Debian' } as const;
  await keepProgram(wanted).catch((error: unknown) => void process.stderr.write(`${String(error)}\n`));
  const fetched = await firstThatRuns([kept]);
  if (fetched) return fetched;
  throw new NotPossibleHere('there is no promtool: install Prometheus, or name its tool in PROMTOOL_PATH');
}

async function firstThatRuns(places: readonly string[]): Promise<Promtool | null> {
  for (const program of places) {
    const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }));
    const [, version] = /promtool, version (\S+)/.exec(stdout) ?? [];
    if (version) return { program, version };
  }
  return null;
}
