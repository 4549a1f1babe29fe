import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Kills (`kill -9`) the PostgreSQL in this data folder and all its children. */
export function killPostgres(dataDir: string): void {
  const server = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  for (const processId of [server, ...childrenOf(server)]) {
    try {
      process.kill(processId, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
}

function childrenOf(processId: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === processId;
      } catch {
        return false;
      }
    })
    .map(Number);
}
