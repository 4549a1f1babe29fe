import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const intervalMs = 500;

type Process = { parent: number; ticks: number };

/**
 * Measures the processor time of a program and of all programs that it starts, by samples while they run.
 *
 * The system adds the time of an ended program to that of the program that waited for it. Chromium does not wait for
 * the process that starts its pages, so a total at the end would miss half of a browser test's time. The result is
 * therefore the largest sample.
 * @returns a function that stops the measurement and returns seconds; null where the system has no /proc
 */
export function followProcessorTime(pid: number): () => number | null {
  let most = 0;
  const sample = () => {
    most = Math.max(most, ticksOf(pid));
  };
  const timer = setInterval(sample, intervalMs);
  return () => {
    clearInterval(timer);
    return process.platform === 'linux' ? most / ticksPerSecond : null;
  };
}

/** Ticks of `pid`, of the running programs below it, and of the ended programs that these have waited for. */
function ticksOf(pid: number): number {
  const processes = readProcesses();
  const children = Map.groupBy(processes, ([, { parent }]) => parent);
  const sum = (one: number): number =>
    (processes.get(one)?.ticks ?? 0) + (children.get(one) ?? []).reduce((total, [child]) => total + sum(child), 0);
  return sum(pid);
}

function readProcesses(): Map<number, Process> {
  if (process.platform !== 'linux') return new Map();
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    names.flatMap((name) => {
      const found = readProcess(name);
      return found ? [[Number(name), found] as const] : [];
    }),
  );
}

/** Returns null for a program that has ended since the list was read. */
function readProcess(name: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name in parentheses may contain spaces. Fields after it, by proc(5): state, ppid, …, utime, stime, cutime,
    // cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}
