import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#tests/support/process.ts';
import { type Fault, NotPossibleHere } from '../faults/fault.ts';
import { findDebianRoot, installPrograms } from './debian-root.ts';

const run = promisify(execFile);
const checkout = path.resolve(import.meta.dirname, '../..');

/** Maximum exposure rating; docs/operator/proxy.md names the measured one. */
const mostExposure = 1.5;

/** The unit under a real systemd in a container: unchanged, and with `npm start` in place of its command. */
export const n10: Fault = {
  name: 'N10',
  title: 'the unit under a real systemd: started, stopped, and again with npm start',
  run: async () => {
    await installPrograms({ 'systemd-nspawn': 'systemd-container' });
    const debian = await findDebianRoot();
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-systemd-'));
    try {
      const root = path.join(folder, 'root');
      await run('cp', ['-a', debian, root]);
      await furnish(root, await freePort());
      const booted = await boot(root, folder);
      const said = await readFile(path.join(root, 'trial.log'), 'utf8').catch(() => '');
      if (!said.includes('end of the trial')) throw new NotPossibleHere(`systemd does not boot here: ${booted}`);
      return judge(said, await readFile(path.join(root, 'var/lib/portal/postgres.log'), 'utf8'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function judge(said: string, postgres: string) {
  const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0;
  const starts = count(/^ready$/gm, said);
  const stops = count(/^Result=success\nExecMainStatus=0\nActiveState=inactive$/gm, said);
  const ends = count(/LOG: {2}database system is shut down/g, postgres);
  const [, rate = '10'] = /Overall exposure level for portal\.service: ([\d.]+)/.exec(said) ?? [];
  const unclean = count(/not properly shut down|was interrupted/g, postgres);
  const isMet = starts === 2 && stops === 2 && ends === 2 && unclean === 0 && Number(rate) <= mostExposure;
  return {
    tries: 'the unit as it is, then with /usr/bin/npm start',
    reached: `${starts} starts; ${stops} stops with code 0; ${ends} orderly ends of PostgreSQL; systemd-analyze security ${rate}`,
    goal: `2; 2; 2; at most ${mostExposure}`,
    isMet,
    wrong: isMet ? [] : said.split('\n').slice(-40),
  };
}

const script = (port: number) => `
ready() {
  for i in $(seq 600); do
    if /usr/bin/node -e "fetch('http://127.0.0.1:${port}/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
    then echo ready; return; fi
    sleep 0.1
  done
  systemctl status portal --no-pager
}
stop() {
  systemctl stop portal
  systemctl show portal -p Result -p ExecMainStatus -p ActiveState
}
systemctl start portal; ready; systemd-analyze security portal --no-pager | tail -1; stop
mkdir -p /run/systemd/system/portal.service.d
printf '[Service]\\nExecStart=\\nExecStart=/usr/bin/npm start\\n' > /run/systemd/system/portal.service.d/npm.conf
systemctl daemon-reload
systemctl start portal; ready; stop
echo end of the trial
`;

/** Copies the unit, its settings, its user and the trial into the container. */
async function furnish(root: string, port: number): Promise<void> {
  const units = path.join(root, 'etc/systemd/system');
  await cp(path.join(checkout, 'deploy/systemd/portal.service'), path.join(units, 'portal.service'));
  await run('chroot', [root, 'useradd', '--system', '--home-dir=/var/lib/portal', 'portal']);
  const settings = [
    'DEMO=0',
    'DATA_DIR=/var/lib/portal',
    'HOST=127.0.0.1',
    `PORT=${port}`,
    'PUBLIC_URL=http://localhost',
    'SMTP_URL=smtp://127.0.0.1:9',
    "MAIL_FROM='Portal <portal@example.org>'",
  ];
  await writeFile(path.join(root, 'etc/portal.env'), `${settings.join('\n')}\n`, { mode: 0o600 });
  await writeFile(path.join(root, 'trial.sh'), script(port));
  const log = 'StandardOutput=file:/trial.log\nStandardError=file:/trial.log';
  await writeFile(
    path.join(units, 'trial.service'),
    `[Service]\nType=oneshot\nExecStart=/bin/sh /trial.sh\n${log}\nExecStopPost=/bin/systemctl --no-block exit 0\n`,
  );
  await mkdir(path.join(units, 'multi-user.target.wants'), { recursive: true });
  await symlink('../trial.service', path.join(units, 'multi-user.target.wants/trial.service'));
  for (const place of ['opt/portal', 'usr/lib/node_modules/npm'])
    await mkdir(path.join(root, place), { recursive: true });
  await writeFile(path.join(root, 'usr/bin/node'), '');
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/bin/npm'));
}

/** Boots until the trial is over. @returns the output of systemd-nspawn */
async function boot(root: string, folder: string): Promise<string> {
  const { stdout: npm } = await run('sh', ['-c', 'command -v npm']);
  const npmFolder = path.resolve(await realpath(npm.trim()), '../..');
  // Copied, because the trial writes to this folder of the checkout.
  const built = path.join(folder, 'dist');
  await cp(path.join(checkout, 'dist'), built, { recursive: true, filter: (name) => !name.includes('.compile-cache') });
  await chmod(folder, 0o755);
  const args = [
    '--quiet',
    `--directory=${root}`,
    '--boot',
    '--register=no',
    '--keep-unit',
    `--bind-ro=${process.execPath}:/usr/bin/node`,
    `--bind-ro=${npmFolder}:/usr/lib/node_modules/npm`,
    `--bind-ro=${checkout}:/opt/portal`,
    `--bind=${built}:/opt/portal/dist`,
  ];
  const limits = { timeout: 300_000, killSignal: 'SIGKILL' as const, maxBuffer: 64 * 1024 ** 2 };
  return run('systemd-nspawn', args, limits).then(
    ({ stdout, stderr }) => `${stdout}${stderr}`.slice(-1_000),
    (error: unknown) => String(error).slice(0, 1_000),
  );
}
