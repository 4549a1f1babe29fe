import { readdirSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Unit of the kernel's processor times, on every Linux that Node supports. */
const ticksPerSecond = 100;

type Stat = { parentId: number; ownMs: number; buriedMs: number };

/** Returns the processor time of a process in milliseconds, with all its threads. */
export function processorMs(processId: number): number {
  return readStat(processId)?.ownMs ?? 0;
}

/** Returns the processor time of a process and its children, including those that have ended. */
export function familyProcessorMs(processId: number): number {
  const own = readStat(processId);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parentId === processId);
  return [own, ...children].reduce((sum, stat) => sum + (stat ? stat.ownMs + stat.buriedMs : 0), 0);
}

/** Returns null when the process has ended. See proc_pid_stat(5): times are the fields 14 to 17. */
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

/**
 * Returns the processor time of all programs of this machine, including the kernel's work for them. See proc_stat(5).
 */
export function machineProcessorMs(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    /^cpu .*/.exec(readFileSync('/proc/stat', 'latin1'))?.[0].split(/\s+/).map(Number) ?? [];
  return ((user + nice + system + irq + softirq) / ticksPerSecond) * 1000;
}

/** Returns the current and the maximum memory of a process, in MiB. */
export function memoryMiB(processId: number): { now: number; peak: number } {
  const text = readFileSync(`/proc/${processId}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Describes the machine of a run in one line. */
export function describeMachine(postgresVersion: string): string {
  const processors = cpus();
  const memoryGiB = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} cores (${processors[0]?.model ?? 'unknown'}), ${memoryGiB} GiB, Node ${process.versions.node}, PostgreSQL ${postgresVersion}`;
}
