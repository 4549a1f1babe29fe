import { type ChildProcess, spawn } from 'node:child_process';

/** The user as which PostgreSQL's programs run when the portal runs as root; null for the portal's own user. */
export type Account = { uid: number; gid: number } | null;

type Options = {
  account?: Account;
  /** The working directory; it is entered before the user changes, so that user need not be able to walk to it. */
  cwd?: string;
  /** Variables beside those that every program gets. */
  environment?: Record<string, string>;
  /** Written to the program's standard input. */
  input?: string;
  /** A file descriptor for all output of the program; without it the output is returned. */
  outputFile?: number;
};

/** `exitCode` is null when the program was killed, or when it could not be started and `output` has the reason. */
export type Outcome = { exitCode: number | null; output: string };

// PostgreSQL gets none of the portal's environment: no PGDATA, no LD_LIBRARY_PATH, no secrets. Windows adds the
// variables that it needs. The sbin folders have useradd.
const ownEnvironment: Record<string, string> =
  process.platform === 'win32' ? { LC_ALL: 'C' } : { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/**
 * Runs a program to its end, in a separate session, so that Ctrl-C in the terminal reaches only the portal, which then
 * stops PostgreSQL.
 */
export function run(command: string, args: string[], options: Options = {}): Promise<Outcome> {
  const { account = null, cwd, environment = {}, input, outputFile = 'pipe' } = options;
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(command, args, {
        ...(account ?? {}),
        cwd,
        env: { ...ownEnvironment, ...environment },
        stdio: [input === undefined ? 'ignore' : 'pipe', outputFile, outputFile],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (error) {
      // Most errors of the system arrive as an event; a few, such as a forbidden change of user, are thrown.
      resolve({ exitCode: null, output: String(error) });
      return;
    }
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    // A program that ends before it has read its input is judged by its exit code, not by the broken pipe.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.on('error', (error) => resolve({ exitCode: null, output: error.message }));
    child.on('close', (exitCode) => resolve({ exitCode, output: output.trim() }));
  });
}

/** Returns the first error of a program's output, because later ones are mostly its consequences; or the last line. */
export function complaint(output: string): string {
  const lines = output.trim().split('\n');
  const line = lines.find((one) => /FATAL|PANIC|error:/.test(one)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|error): +/, '').trim();
}
