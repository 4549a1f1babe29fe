import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** The kernel counts processor time in these, on every Linux that Node runs on. */
const ticksPerSecond = 100;

type Stat = { parentId: number; ownMs: number; buriedMs: number };

/** Milliseconds of processor time that a process has used so far, all of its threads together. */
export function processorMs(processId: number): number {
  return readStat(processId)?.ownMs ?? 0;
}

/** The same of a process and everything it started, what has ended included. */
export function familyProcessorMs(processId: number): number {
  const own = readStat(processId);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parentId === processId);
  return [own, ...children].reduce((sum, stat) => sum + (stat ? stat.ownMs + stat.buriedMs : 0), 0);
}

/** Null when the process has ended. See proc_pid_stat(5): times are the fields 14 to 17. */
function readStat(processId: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ms = (from: number) => (((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / ticksPerSecond) * 1000;
    return { parentId: fields[1] ?? 0, ownMs: ms(11), buriedMs: ms(13) };
  } catch {
    return null;
  }
}

/** The same of all programs of this machine, what the kernel does for them included. See proc_stat(5). */
export function machineProcessorMs(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    /^cpu .*/.exec(readFileSync('/proc/stat', 'latin1'))?.[0].split(/\s+/).map(Number) ?? [];
  return ((user + nice + system + irq + softirq) / ticksPerSecond) * 1000;
}

/** What a process holds in memory at the moment, and the most it ever held, in MiB. */
export function memoryMiB(processId: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${processId}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** One line about where a run took place. */
export function describeMachine(postgresVersion: string): string {
  const processors = cpus();
  const memoryGiB = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} cores (${processors[0]?.model ?? 'unknown'}), ${memoryGiB} GiB, Node ${process.versions.node}, PostgreSQL ${postgresVersion}`;
}
